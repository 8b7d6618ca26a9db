import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { idEntryInput } from '#cases/id-entry/input.ts';
import { idEntryMachine } from '#machines/id-entry/id-entry.machine.ts';
import { createDrafts, DraftsProvider } from '#src/app/drafts.ts';
import { IdEntryView } from '#src/views/id-entry/id-entry.view.tsx';
import { SentCodeView } from '#src/views/sent-code/sent-code.view.tsx';
import { input as codeInput, machineWithoutStorage } from '#tests/sent-code/input.ts';
import { openPortal, sessionOf } from '#tests/support/model/portal.ts';
import { openFlow } from '#tests/support/views.tsx';

/** The storage of a tab. */
function newTab() {
  const entries = new Map<string, string>();
  return {
    entries,
    getItem: (name: string) => entries.get(name) ?? null,
    setItem: (name: string, value: string) => void entries.set(name, value),
    removeItem: (name: string) => void entries.delete(name),
  };
}

const CHECKED_BOXES = { always: true, alwaysSend: false };

describe('drafts (rule 170)', () => {
  it('restore the typed ID, the mode and the boxes of each method after a reload', () => {
    const tab = newTab();
    const before = createDrafts(() => tab);
    before.saveTypedId('Ki', '');
    before.saveBoxes('1', CHECKED_BOXES);
    before.setMode('passkey');
    const after = createDrafts(() => tab);
    expect(after.getMode()).toBe('passkey');
    expect([after.typedIdFor(''), after.typedIdFor('kim'), after.getBoxes('1'), after.getBoxes('2')]).toEqual(
      ['Ki', null, CHECKED_BOXES, null],
    );
  });

  it('store that the countdown of a page was stopped, but not for another page', () => {
    const tab = newTab();
    let address = '/redirect?uid=1';
    const open = () =>
      createDrafts(
        () => tab,
        () => address,
      );
    expect(open().isCountdownStopped()).toBe(false);
    open().saveStoppedCountdown();
    expect(open().isCountdownStopped()).toBe(true);
    address = '/redirect?uid=2';
    expect(open().isCountdownStopped()).toBe(false);
  });

  it.each(['{', 'null', '7', '{"typed":7,"boxes":{"1":true,"2":{"always":1}}}'])(
    'ignore the stored text %s',
    (text) => {
      const tab = newTab();
      tab.setItem('munjigi.draft', text);
      const drafts = createDrafts(() => tab);
      expect([drafts.typedIdFor(''), drafts.getBoxes('1'), drafts.getBoxes('2')]).toEqual([null, null, null]);
      expect(drafts.getMode()).toBe('id');
    },
  );

  it('exist until the page is closed when the browser blocks storage', () => {
    const drafts = createDrafts(() => {
      throw new DOMException('blocked', 'SecurityError');
    });
    drafts.saveTypedId('kim', '');
    expect(drafts.typedIdFor('')).toBe('kim');
  });

  it('stay during a login, and are cleared when the session ends', () => {
    const tab = newTab();
    const drafts = createDrafts(() => tab);
    drafts.saveTypedId('ki', '');
    const { request, person } = sessionOf('kim');
    const session = { request, person: { ...person, accessToken: 'token' } };
    const { actor } = openPortal({ address: '/first', session });
    actor.subscribe(drafts.clearOutdated);
    actor.send({ type: 'pending.changed', pending: null });
    expect(tab.entries.size).toBe(1);
    actor.send({ type: 'session.expired' });
    expect([actor.getSnapshot().matches('session-expiry'), tab.entries.size]).toEqual([true, 0]);
  });

  it('are cleared at /logout on load and on navigation, but later input stays', async () => {
    const tab = newTab();
    const before = createDrafts(() => tab);
    before.saveTypedId('ki', '');
    const drafts = createDrafts(() => tab);
    const portal = openPortal({ address: '/logout', session: sessionOf('kim') });
    drafts.clearOutdated(portal.actor.getSnapshot());
    expect(tab.entries.size).toBe(0);
    portal.actor.subscribe(drafts.clearOutdated);
    drafts.saveTypedId('le', '');
    portal.actor.send({ type: 'language.chosen', locale: 'en' });
    expect(drafts.typedIdFor('')).toBe('le');
    await portal.goTo('/logout');
    expect(tab.entries.size).toBe(0);
  });

  it('discard the boxes when another person signs in', () => {
    const drafts = createDrafts(newTab);
    drafts.saveBoxes('1', CHECKED_BOXES);
    const snapshotOf = (userId: string) =>
      openPortal({ address: '/first', session: sessionOf(userId) }).actor.getSnapshot();
    drafts.clearOutdated(snapshotOf('kim'));
    expect(drafts.getBoxes('1')).toEqual(CHECKED_BOXES);
    drafts.clearOutdated(snapshotOf('lee'));
    expect(drafts.getBoxes('1')).toBeNull();
  });
});

describe('a screen that is opened again', () => {
  it('shows the ID as it was typed', async () => {
    const drafts = createDrafts(newTab);
    const View = (props: Parameters<typeof IdEntryView>[0]) => (
      <DraftsProvider value={drafts}>
        <IdEntryView {...props} />
      </DraftsProvider>
    );
    const first = await openFlow(idEntryMachine, View, idEntryInput());
    await userEvent.type(screen.getByLabelText(first.text('identity.label')), 'ki');
    cleanup();
    const reopened = await openFlow(idEntryMachine, View, idEntryInput());
    expect(screen.getByLabelText<HTMLInputElement>(reopened.text('identity.label')).value).toBe('ki');
  });

  it('shows the boxes as they were checked', async () => {
    const drafts = createDrafts(newTab);
    const View = (props: Parameters<typeof SentCodeView>[0]) => (
      <DraftsProvider value={drafts}>
        <SentCodeView {...props} />
      </DraftsProvider>
    );
    const box = (page: { text: (key: 'method.always') => string }) =>
      screen.getByRole<HTMLInputElement>('checkbox', { name: page.text('method.always') });
    const first = await openFlow(machineWithoutStorage, View, codeInput());
    await userEvent.click(box(first));
    cleanup();
    const reopened = await openFlow(machineWithoutStorage, View, codeInput());
    expect(box(reopened).checked).toBe(true);
  });
});
