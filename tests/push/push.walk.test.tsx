import { act, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { PUSH_ID } from '#cases/push/samples.ts';
import { loginParameters, loginResult, PORTAL, rejected } from '#cases/samples.ts';
import type { PushMachine } from '#machines/push/push.machine.ts';
import { failed, success, UNREACHABLE } from '#machines/shared/result.ts';
import { PushView } from '#src/views/push/push.view.tsx';
import type { Projection } from '#tests/support/model/paths.ts';
import { describeWalk, openFlow, type Page } from '#tests/support/views.tsx';
import { DEFAULT_RUNTIME_CONFIG, type RuntimeConfig } from '#wire/runtime-config.ts';
import { input, machineWithoutStorage, NOW } from './input.ts';

const box = ({ text }: Pick<Page, 'text'>, key: 'method.always' | 'method.alwaysPush') =>
  screen.getByRole<HTMLInputElement>('checkbox', { name: text(key), hidden: true });

const modal = ({ text }: Pick<Page, 'text'>) => screen.queryByRole('dialog', { name: text('push.title') });

const decisiveValues: Projection<PushMachine> = ({ context }) => [
  context.push,
  context.hasRequested,
  context.hasPollFailed,
  context.isNotified,
  context.failure?.kind === 'rejected' ? context.failure.status : context.failure?.kind,
  context.outcome?.reason,
  context.boxes,
];

const pollAnswer = (check: string) => ({ check: success(check), at: 0 });

/** Checks the text about the last push, and whether the modal is open. */
const expectText =
  (key: 'error.auth_error_010_3' | 'push.cancelled' | null, isOpen = false) =>
  (page: Page) => {
    for (const text of ['error.auth_error_010_3', 'push.cancelled'] as const) {
      expect(screen.queryByText(page.text(text, { way: 'push' })) !== null, text).toBe(text === key);
    }
    expect(modal(page) !== null).toBe(isOpen);
    expect(page.heading()).toBe(page.text('title.method.10'));
  };

const expectBusy = (key: 'push.requesting' | 'push.checking' | 'push.withdrawing') => (page: Page) => {
  expectText(null)(page);
  expect(screen.getByText(page.text(key))).toBeTruthy();
};

const expectWaiting = (page: Page) => {
  expectText(null, true)(page);
  expect(modal(page)?.textContent).toContain('A B C D, E F G H, J K L M, N P Q R');
  expect(screen.getByRole('timer')).toBeTruthy();
};

const LOGIN_ANSWERS = [
  success(loginResult()),
  failed(rejected('016')),
  failed(rejected('010_3')),
  failed(UNREACHABLE),
];

describeWalk(machineWithoutStorage, PushView, {
  inputs: {
    'no push is requested': input(),
    'the push is the only method, and the first of two steps': input({
      hasOtherMethods: false,
      login: loginParameters({ step: 'first' }),
    }),
  },
  events: [
    { type: 'push.request' },
    { type: 'boxes.changed', boxes: { always: true, alwaysSend: false } },
    { type: 'push.cancel' },
    { type: 'method.change' },
    { type: 'failure.dismissed' },
  ],
  answers: {
    readClock: [0],
    requestPush: [
      success({ id: PUSH_ID, period: 60_000, isNotified: true, at: 0 }),
      success({ id: PUSH_ID, period: 60_000, isNotified: false, at: 0 }),
      failed(UNREACHABLE),
      failed(rejected('', 401)),
    ],
    checkPush: [
      pollAnswer('X'),
      pollAnswer('A'),
      { check: success('X'), at: 1_000_000 },
      { check: failed(UNREACHABLE), at: 0 },
      { check: failed(rejected('', 404)), at: 0 },
    ],
    withdrawPush: [success(undefined)],
    logIn: LOGIN_ANSWERS,
    proveFirst: LOGIN_ANSWERS,
  },
  project: decisiveValues,
  accepts: (snapshot, { type }) => {
    if (type === 'boxes.changed') return snapshot.matches('idle') && !snapshot.context.boxes.always;
    return type !== 'method.change' || !snapshot.hasTag('waiting');
  },
  gestures: {
    'boxes.changed': (page) => page.user.click(box(page, 'method.always')),
    'push.request': async (page) => {
      const name = new RegExp(`^(${page.text('push.request')}|${page.text('push.requestAgain')})$`);
      await page.user.click(screen.getByRole('button', { name }));
    },
    'push.cancel': (page, _event, language) =>
      language === 'ko' ? page.press('push.cancel') : page.user.keyboard('{Escape}'),
  },
  shows: {
    recalling: expectText(null),
    'idle.fresh': (page, { context }) => {
      expectText(null)(page);
      expect(screen.queryByText(page.text('method.change')) !== null).toBe(context.hasOtherMethods);
    },
    'idle.expired': (page) => {
      expectText('error.auth_error_010_3')(page);
      expect(screen.queryByText(page.text('push.appGoneContactAdmin'))).not.toBeNull();
    },
    'idle.cancelled': (page, { context }) => {
      expectText('push.cancelled')(page);
      expect(screen.queryByText(page.text('push.appGoneContactAdmin')) !== null).toBe(!context.isNotified);
    },
    'requesting.awaited': expectBusy('push.requesting'),
    'requesting.abandoned': expectBusy('push.requesting'),
    'waiting.round.call.checking': expectWaiting,
    'waiting.round.interval.early': (page, { context }) => {
      expectWaiting(page);
      expect(screen.queryByText(page.text('push.cutOff')) !== null).toBe(context.hasPollFailed);
      expect(screen.queryByText(page.text('push.openYourself')) !== null).toBe(!context.isNotified);
    },
    'proving.first': expectBusy('push.checking'),
    'proving.completing': expectBusy('push.checking'),
    withdrawing: expectBusy('push.withdrawing'),
    refused: (page) => {
      expect(screen.getByRole('dialog', { name: page.text('failure.title') })).toBeTruthy();
    },
  },
  transitionsOutsideView: [
    'push.recalling: screen.leave [0] --> push.leaving',
    'push.recalling: xstate.done.actor.readClock/wantsPushAtOnce [1] --> push.requesting',
    'push.recalling: xstate.done.actor.readClock/hasPush [2] --> push.idle.expired',
    'push.idle: screen.leave [0] --> push.leaving',
    'push.requesting.awaited: screen.leave [0] --> push.requesting.abandoned',
    'push.requesting.abandoned: screen.leave [0] --> (stays)',
    'push.waiting: method.change/hasOtherMethods [0] --> push.leaving',
    'push.waiting: screen.leave [0] --> push.leaving',
    'push.waiting.round.call.checking: xstate.done.actor.checkPush/pollMeans(declined) [1] --> push.refused',
    'push.proving: screen.leave [0] --> push.leaving',
    'push.refused: screen.leave [0] --> push.leaving',
    'push.withdrawing: screen.leave [0] --> (stays)',
  ],
});

afterEach(() => {
  vi.unstubAllGlobals();
});

/** Makes the browser that of a phone. */
const usePhone = () =>
  vi.stubGlobal('navigator', { ...navigator, userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 20_0)' });

async function openModal(language: 'ko' | 'en' = 'ko', id = PUSH_ID, changes: Partial<RuntimeConfig> = {}) {
  const config = { ...DEFAULT_RUNTIME_CONFIG, appAsksMatch: true, ...changes };
  const page = await openFlow(machineWithoutStorage, PushView, input(), { language, config });
  await act(() => page.ports.readClock.answer(NOW));
  await page.press('push.request');
  await act(() =>
    page.ports.requestPush.answer(success({ id, period: 60_000, isNotified: true, at: Date.now() })),
  );
  return page;
}

describe('the modal', () => {
  it.each([
    [PUSH_ID, ['ABCD', 'EFGH', 'JKLM', 'NPQR']],
    ['ABCDEFGHJKLMNPQRSTUV', ['ABCD', 'EFGH', 'JKLM', 'NPQR']],
    ['ABCDEFGHJ', ['ABCD', 'EFGH', 'J']],
  ])('shows the ID %s in groups', async (id, groups) => {
    const page = await openModal('ko', id);
    const shown = [...(modal(page)?.querySelectorAll('[aria-hidden] > span') ?? [])];
    expect(shown.map(({ textContent }) => textContent)).toEqual(groups);
  });

  it('counts down the seconds from the server', async () => {
    const page = await openModal();
    expect(screen.getByRole('timer').textContent).toBe(page.text('push.left', { seconds: 60 }));
  });

  it('first offers the app on a phone, and has no link to it on a desktop', async () => {
    const desktop = await openModal();
    expect(screen.queryByRole('link', { name: desktop.text('push.openApp') })).toBeNull();
    document.body.replaceChildren();
    usePhone();
    const phone = await openModal();
    const app = screen.getByRole<HTMLAnchorElement>('link', { name: phone.text('push.openApp') });
    const cancel = screen.getByRole('button', { name: phone.text('push.cancel') });
    expect(app.getAttribute('href')).toBe('cubelogin://push');
    expect(document.activeElement).toBe(app);
    expect(app.compareDocumentPosition(cancel)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  it('opens the web app in a new tab when the portal has the web app', async () => {
    usePhone();
    const page = await openModal('ko', PUSH_ID, { phoneApp: 'web' });
    const app = screen.getByRole('link', { name: page.text('push.openApp') });
    expect([app.getAttribute('href'), app.getAttribute('target')]).toEqual([`${PORTAL}/app/`, '_blank']);
  });

  it('has no link by a scheme of the web', async () => {
    usePhone();
    const page = await openModal('ko', PUSH_ID, { appScheme: 'https' });
    expect(modal(page)).toBeTruthy();
    expect(screen.queryByRole('link', { name: page.text('push.openApp') })).toBeNull();
  });

  it('returns the focus to the button', async () => {
    const page = await openModal();
    await page.press('push.cancel');
    await act(() => page.ports.withdrawPush.answer(success(undefined)));
    expect(document.activeElement).toBe(screen.getByRole('button', { name: page.text('push.requestAgain') }));
  });
});

it.each([
  ['requires the choice of a group', true, 'push.choose'],
  ['requires no choice', false, 'push.compare'],
] as const)('the modal describes an app that %s (rule 165)', async (_, appAsksMatch, sentence) => {
  const page = await openModal('ko', PUSH_ID, { appAsksMatch });
  expect(screen.getByText(page.text(sentence))).toBeTruthy();
});
