import { expect, it } from 'vitest';
import { fromCallback } from 'xstate';
import { locationOf, screenAt } from '#cases/history/history.cases.ts';
import { historyMachine } from '#machines/history/history.machine.ts';
import type { Entry, HistoryCommand, ScreenLocation, ShownScreen } from '#machines/history/history.types.ts';
import { run } from '#tests/support/model/start.ts';

const ID = locationOf('/first');
const PASSWORD = locationOf('/first/auth');
const CHOOSER = locationOf('/first/select');
const SERVICE = locationOf('/redirect');

/** A browser with one entry, and a portal that shows each requested screen. */
function open(
  start: ScreenLocation,
  answer: (requested: ScreenLocation) => ShownScreen = (requested) => screenAt(requested),
) {
  const entries: Entry[] = [{ ...start, before: null, trail: [start.step] }];
  let current = 0;
  const requested: string[] = [];
  const addressBar = fromCallback<HistoryCommand>(({ sendBack, receive }) => {
    const reportEntry = () => sendBack({ type: 'entry.reached', entry: entries[current] });
    receive((command) => {
      if (command.type === 'entry.leave') return;
      if (command.type === 'entry.replace') entries[current] = command.entry;
      else entries.splice(++current, entries.length, command.entry);
    });
    reportEntry();
  });
  const machine = historyMachine.provide({
    actors: { addressBar },
    actions: {
      requestScreen: ({ self }, location) => {
        requested.push(location.address);
        self.send({ type: 'screen.shown', screen: answer(location) });
      },
      requestStep: ({ self }, location) => {
        requested.push(`step ${location.step}`);
        self.send({ type: 'screen.shown', screen: answer(location) });
      },
    },
  });
  const { actor } = run(machine, undefined);
  const move = (index: number) => {
    current = index;
    actor.send({ type: 'entry.reached', entry: entries[current] as Entry });
  };
  return {
    show: (location: ScreenLocation | null, changes: Partial<ShownScreen> = {}) =>
      actor.send({ type: 'screen.shown', screen: screenAt(location, changes) }),
    follow: (location: ScreenLocation) => actor.send({ type: 'link.followed', location }),
    /** Goes back, as the person does or the browser when the history requests it. */
    goBack: (entries = 1) => move(current - entries),
    goForward: () => move(current + 1),
    /** Reports the current entry again, as the browser does after a link within the page. */
    stay: () => move(current),
    value: () => actor.getSnapshot().value,
    addresses: () => entries.map(({ address, step }) => (step === '' ? address : `${address} ${step}`)),
    currentAddress: () => entries[current]?.address,
    requested: () => requested,
  };
}

it('the first screen has the entry of the page', () => {
  const history = open(SERVICE);
  history.show(ID);
  expect(history.addresses()).toEqual(['/first']);
});

it('every screen adds an entry, unless its state is transient or its address is unchanged', () => {
  const history = open(ID);
  history.show(ID);
  history.show(null);
  history.show(SERVICE, { isTransient: true });
  history.show(PASSWORD);
  expect(history.addresses()).toEqual(['/first', '/first/auth']);
});

it('an error page replaces the entry of the screen that it interrupts', () => {
  const history = open(ID);
  history.show(ID);
  history.show(PASSWORD);
  history.show(locationOf('/error'), { replacesEntry: true });
  expect(history.addresses()).toEqual(['/first', '/error']);
});

it('Back and Forward request the screen of an entry, and the entry gets the address of the screen that is shown', () => {
  const history = open(ID, ({ address }) => screenAt(address === '/first' ? CHOOSER : PASSWORD));
  history.show(ID);
  history.show(PASSWORD);
  history.goBack();
  expect([history.requested(), history.addresses()]).toEqual([['/first'], ['/first/select', '/first/auth']]);
  history.goForward();
  expect([history.requested().at(-1), history.currentAddress()]).toEqual(['/first/auth', '/first/auth']);
});

it('a link to the current screen requests nothing', () => {
  const history = open(ID);
  history.show(ID);
  history.follow(ID);
  history.stay();
  expect([history.requested(), history.addresses()]).toEqual([[], ['/first']]);
});

it('the browser goes back when the previous screen is shown again', () => {
  const history = open(ID);
  history.show(ID);
  history.show(PASSWORD);
  history.show(ID);
  expect([history.value(), history.currentAddress()]).toEqual(['returning', '/first/auth']);
  history.goBack();
  expect([history.value(), history.currentAddress(), history.addresses()]).toEqual([
    'inSync',
    '/first',
    ['/first', '/first/auth'],
  ]);
});

it('a screen that was shown while the browser was going back adds an entry', () => {
  const history = open(ID);
  history.show(ID);
  history.show(PASSWORD);
  history.show(ID);
  history.show(CHOOSER);
  history.goBack();
  expect(history.addresses()).toEqual(['/first', '/first/select']);
});

it('a followed link adds an entry, which gets the address of the screen that is shown', () => {
  const history = open(ID, () => screenAt(locationOf('/login')));
  history.show(ID);
  history.follow(locationOf('/'));
  expect([history.requested(), history.addresses()]).toEqual([['/'], ['/first', '/login']]);
});

it('a link to the current address requests its screen again without another entry when the screen has no address', () => {
  const history = open(ID);
  history.show(null);
  history.follow(ID);
  expect([history.requested(), history.addresses()]).toEqual([['/first'], ['/first']]);
});

it('each step of a screen adds an entry with the same address, and Back requests the previous step', () => {
  const history = open(ID);
  history.show(locationOf('/password', 'id'));
  history.show(locationOf('/password', 'identity'));
  history.show(locationOf('/password', 'setup'));
  expect(history.addresses()).toEqual(['/password id', '/password identity', '/password setup']);
  history.goBack();
  expect([history.requested(), history.addresses()]).toEqual([
    ['step identity'],
    ['/password id', '/password identity', '/password setup'],
  ]);
});

it('the browser returns when Forward leads to a step that the flow does not open', () => {
  const history = open(ID, () => screenAt(locationOf('/password', 'id')));
  history.show(locationOf('/password', 'id'));
  history.show(locationOf('/password', 'identity'));
  history.goBack();
  history.goForward();
  expect(history.value()).toBe('returning');
  history.goBack();
  expect([history.value(), history.requested()]).toEqual(['inSync', ['step id']]);
  expect(history.addresses()).toEqual(['/password id', '/password identity']);
});

it('the entry of a step is restored when the flow does not leave the step on Back', () => {
  const history = open(ID, () => screenAt(locationOf('/password', 'identity')));
  history.show(locationOf('/password', 'id'));
  history.show(locationOf('/password', 'identity'));
  history.goBack();
  expect(history.addresses()).toEqual(['/password id', '/password identity']);
});

it('the screen after the last step replaces the entry of the first step', () => {
  const history = open(ID);
  history.show(ID);
  history.show(locationOf('/password'));
  history.show(locationOf('/password', 'identity'));
  history.show(locationOf('/password', 'setup'));
  history.show(null, { isTransient: true });
  history.show(CHOOSER);
  expect(history.value()).toBe('returning');
  history.goBack(2);
  expect([history.value(), history.addresses().slice(0, 2), history.currentAddress()]).toEqual([
    'inSync',
    ['/first', '/first/select'],
    '/first/select',
  ]);
});

it('the browser goes back past all steps when they lead to the screen before them', () => {
  const history = open(ID);
  history.show(CHOOSER);
  history.show(locationOf('/password'));
  history.show(locationOf('/password', 'identity'));
  history.show(CHOOSER);
  history.goBack(2);
  expect([history.value(), history.currentAddress()]).toEqual(['inSync', '/first/select']);
});

it('a screen that was shown while the browser was going back past steps replaces their entries', () => {
  const history = open(ID);
  history.show(ID);
  history.show(locationOf('/password'));
  history.show(locationOf('/password', 'identity'));
  history.show(CHOOSER);
  history.show(PASSWORD);
  history.goBack();
  expect(history.addresses().slice(0, 2)).toEqual(['/first', '/first/auth']);
});

it('the browser goes back to the entry of an earlier step that the flow shows again', () => {
  const history = open(ID);
  history.show(locationOf('/password'));
  history.show(locationOf('/password', 'identity'));
  history.show(locationOf('/password', 'setup'));
  history.show(locationOf('/password'));
  history.goBack(2);
  expect([history.value(), history.requested()]).toEqual(['inSync', []]);
});
