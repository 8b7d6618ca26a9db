import { expect, it } from 'vitest';
import { fromCallback } from 'xstate';
import { placeOf, screenAt } from '#cases/history/history.cases.ts';
import { historyMachine } from '#machines/history/history.machine.ts';
import type { Entry, HistoryCommand, Place, Screen } from '#machines/history/history.types.ts';
import { run } from '#tests/support/model/start.ts';

const ID = placeOf('/first');
const PASSWORD = placeOf('/first/auth');
const CHOOSER = placeOf('/first/select');
const SERVICE = placeOf('/redirect');

/** A browser with one entry, and a portal that shows each requested screen. */
function open(start: Place, answer: (requested: Place) => Screen = (requested) => screenAt(requested)) {
  const entries: Entry[] = [{ ...start, before: null, trail: [start.step] }];
  let at = 0;
  const requested: string[] = [];
  const addressBar = fromCallback<HistoryCommand>(({ sendBack, receive }) => {
    const reportEntry = () => sendBack({ type: 'entry.reached', entry: entries[at] });
    receive((command) => {
      if (command.type === 'entry.leave') return;
      if (command.type === 'entry.replace') entries[at] = command.entry;
      else entries.splice(++at, entries.length, command.entry);
    });
    reportEntry();
  });
  const machine = historyMachine.provide({
    actors: { addressBar },
    actions: {
      requestScreen: ({ self }, place) => {
        requested.push(place.address);
        self.send({ type: 'screen.shown', screen: answer(place) });
      },
      requestStep: ({ self }, place) => {
        requested.push(`step ${place.step}`);
        self.send({ type: 'screen.shown', screen: answer(place) });
      },
    },
  });
  const { actor } = run(machine, undefined);
  const move = (to: number) => {
    at = to;
    actor.send({ type: 'entry.reached', entry: entries[at] as Entry });
  };
  return {
    show: (place: Place | null, changes: Partial<Screen> = {}) =>
      actor.send({ type: 'screen.shown', screen: screenAt(place, changes) }),
    follow: (place: Place) => actor.send({ type: 'link.followed', place }),
    /** The person goes back, or the browser at the request of the history. */
    goBack: (entries = 1) => move(at - entries),
    goForward: () => move(at + 1),
    /** The browser reports its current entry again, as after a link within the page. */
    stay: () => move(at),
    value: () => actor.getSnapshot().value,
    addresses: () => entries.map(({ address, step }) => (step === '' ? address : `${address} ${step}`)),
    at: () => entries[at]?.address,
    requested: () => requested,
  };
}

it('gives the first screen the entry of the page', () => {
  const history = open(SERVICE);
  history.show(ID);
  expect(history.addresses()).toEqual(['/first']);
});

it('adds an entry for every screen, and none for a transient state or an unchanged address', () => {
  const history = open(ID);
  history.show(ID);
  history.show(null);
  history.show(SERVICE, { isTransient: true });
  history.show(PASSWORD);
  expect(history.addresses()).toEqual(['/first', '/first/auth']);
});

it('replaces the entry of a screen that is interrupted', () => {
  const history = open(ID);
  history.show(ID);
  history.show(PASSWORD);
  history.show(placeOf('/error'), { replacesEntry: true });
  expect(history.addresses()).toEqual(['/first', '/error']);
});

it('requests the screen of an entry on Back and Forward, and gives the entry to the answered screen', () => {
  const history = open(ID, ({ address }) => screenAt(address === '/first' ? CHOOSER : PASSWORD));
  history.show(ID);
  history.show(PASSWORD);
  history.goBack();
  expect([history.requested(), history.addresses()]).toEqual([['/first'], ['/first/select', '/first/auth']]);
  history.goForward();
  expect([history.requested().at(-1), history.at()]).toEqual(['/first/auth', '/first/auth']);
});

it('requests nothing for the screen that is already shown', () => {
  const history = open(ID);
  history.show(ID);
  history.follow(ID);
  history.stay();
  expect([history.requested(), history.addresses()]).toEqual([[], ['/first']]);
});

it('goes back in the browser when the previous screen is shown again, and waits for the browser', () => {
  const history = open(ID);
  history.show(ID);
  history.show(PASSWORD);
  history.show(ID);
  expect([history.value(), history.at()]).toEqual(['returning', '/first/auth']);
  history.goBack();
  expect([history.value(), history.at(), history.addresses()]).toEqual([
    'inSync',
    '/first',
    ['/first', '/first/auth'],
  ]);
});

it('adds an entry for a screen that was shown while the browser was going back', () => {
  const history = open(ID);
  history.show(ID);
  history.show(PASSWORD);
  history.show(ID);
  history.show(CHOOSER);
  history.goBack();
  expect(history.addresses()).toEqual(['/first', '/first/select']);
});

it('adds an entry for a followed link, which the answered screen takes over', () => {
  const history = open(ID, () => screenAt(placeOf('/login')));
  history.show(ID);
  history.follow(placeOf('/'));
  expect([history.requested(), history.addresses()]).toEqual([['/'], ['/first', '/login']]);
});

it('requests the screen of the current address again without another entry', () => {
  const history = open(ID);
  history.show(null);
  history.follow(ID);
  expect([history.requested(), history.addresses()]).toEqual([['/first'], ['/first']]);
});

it('adds an entry of the same address for each step of a screen, and Back requests the step before', () => {
  const history = open(ID);
  history.show(placeOf('/password', 'id'));
  history.show(placeOf('/password', 'identity'));
  history.show(placeOf('/password', 'setup'));
  expect(history.addresses()).toEqual(['/password id', '/password identity', '/password setup']);
  history.goBack();
  expect([history.requested(), history.addresses()]).toEqual([
    ['step identity'],
    ['/password id', '/password identity', '/password setup'],
  ]);
});

it('returns when Forward leads to a step that the flow does not open', () => {
  const history = open(ID, () => screenAt(placeOf('/password', 'id')));
  history.show(placeOf('/password', 'id'));
  history.show(placeOf('/password', 'identity'));
  history.goBack();
  history.goForward();
  expect(history.value()).toBe('returning');
  history.goBack();
  expect([history.value(), history.requested()]).toEqual(['inSync', ['step id']]);
  expect(history.addresses()).toEqual(['/password id', '/password identity']);
});

it('restores the entry of a step that the flow does not leave on Back', () => {
  const history = open(ID, () => screenAt(placeOf('/password', 'identity')));
  history.show(placeOf('/password', 'id'));
  history.show(placeOf('/password', 'identity'));
  history.goBack();
  expect(history.addresses()).toEqual(['/password id', '/password identity']);
});

it('replaces the entry of the first step with the next screen', () => {
  const history = open(ID);
  history.show(ID);
  history.show(placeOf('/password'));
  history.show(placeOf('/password', 'identity'));
  history.show(placeOf('/password', 'setup'));
  history.show(null, { isTransient: true });
  history.show(CHOOSER);
  expect(history.value()).toBe('returning');
  history.goBack(2);
  expect([history.value(), history.addresses().slice(0, 2), history.at()]).toEqual([
    'inSync',
    ['/first', '/first/select'],
    '/first/select',
  ]);
});

it('goes back past all steps when they lead to the screen before them', () => {
  const history = open(ID);
  history.show(CHOOSER);
  history.show(placeOf('/password'));
  history.show(placeOf('/password', 'identity'));
  history.show(CHOOSER);
  history.goBack(2);
  expect([history.value(), history.at()]).toEqual(['inSync', '/first/select']);
});

it('replaces the entries of the steps by a screen that was shown while the browser was going back', () => {
  const history = open(ID);
  history.show(ID);
  history.show(placeOf('/password'));
  history.show(placeOf('/password', 'identity'));
  history.show(CHOOSER);
  history.show(PASSWORD);
  history.goBack();
  expect(history.addresses().slice(0, 2)).toEqual(['/first', '/first/auth']);
});

it('goes back to the entry of a step that a flow leads back to', () => {
  const history = open(ID);
  history.show(placeOf('/password'));
  history.show(placeOf('/password', 'identity'));
  history.show(placeOf('/password', 'setup'));
  history.show(placeOf('/password'));
  history.goBack(2);
  expect([history.value(), history.requested()]).toEqual(['inSync', []]);
});
