import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import {
  ALL_AUTHENTICATORS,
  authenticatorLookUp,
  chooserInput,
  EXHAUSTED_LICENSE,
  EXPIRED_LICENSE,
  NO_IDENTITY_METHODS,
  policyWithEveryMethod,
} from '#cases/chooser/samples.ts';
import { policy } from '#cases/samples.ts';
import { type ChooserEvent, type ChooserInput, chooserMachine } from '#machines/chooser/chooser.machine.ts';
import { type Tile, tileGroups, tilesOf } from '#machines/chooser/tiles.ts';
import { METHOD_CODES } from '#machines/shared/methods.ts';
import type { Method } from '#machines/shared/policy.ts';
import { failed, success, UNREACHABLE } from '#machines/shared/result.ts';
import { ChooserView } from '#src/views/chooser/chooser.view.tsx';
import { describeWalk, openFlow, type Page } from '#tests/support/views.tsx';

const nameOf = ({ text }: Pick<Page, 'text'>, method: Method) =>
  text(`title.method.${METHOD_CODES[method]}` as Parameters<Page['text']>[0]);
const tileOf = (page: Pick<Page, 'text'>, method: Method) =>
  screen.getByRole('button', { name: nameOf(page, method), hidden: true });

const REASONS = {
  noContact: 'chooser.noContact',
  notSetUp: 'chooser.notSetUp',
  offlineApp: 'chooser.offlineApp',
  noSelfAuth: 'chooser.noSelfAuth',
  license: 'chooser.license',
  lookingUp: 'chooser.lookingUp',
  unknown: 'chooser.unknown',
  missing: 'passkey.missing',
  insecure: 'passkey.insecure',
} as const;

/**
 * Each tile that cannot be used gives the reason in words; a disabled one can still be focused. A token that is being
 * looked up has a placeholder.
 */
function expectTiles(page: Pick<Page, 'text'>, tiles: readonly Tile[]): void {
  const shown = tiles.filter(({ state }) => state !== 'X');
  expect(screen.getAllByRole('listitem')).toHaveLength(shown.length);
  const waiting = shown.filter(({ reason }) => reason === 'lookingUp');
  expect(screen.queryAllByText(page.text('chooser.lookingUp'))).toHaveLength(waiting.length);
  for (const { method } of waiting) {
    expect(screen.queryByRole('button', { name: nameOf(page, method), hidden: true })).toBeNull();
  }
  for (const { method, state, reason } of shown.filter((tile) => !waiting.includes(tile))) {
    const tile = tileOf(page, method);
    const noteId = tile.getAttribute('aria-describedby');
    const note = noteId === null ? null : document.getElementById(noteId)?.textContent;
    expect([method, note]).toEqual([method, reason === null ? null : page.text(REASONS[reason])]);
    expect(tile.getAttribute('aria-disabled')).toBe(state === 'D' ? 'true' : null);
    expect(tile.hasAttribute('disabled')).toBe(false);
  }
}

type ScreenCheck = Parameters<typeof describeWalk<typeof chooserMachine>>[2]['shows'][string];

const expectChooser =
  (canRetry: boolean): ScreenCheck =>
  (page, { context, value }) => {
    expect(page.heading()).toBe(page.text('title.chooser'));
    const isBusy = screen.getAllByRole('list')[0]?.closest('[aria-busy="true"]') !== null;
    expect(isBusy).toBe(JSON.stringify(value).includes('lookingUp'));
    expectTiles(page, tilesOf(context.policy, context.lookUp, context.isSaas, context.passkeySupport));
    expect(screen.queryByRole('button', { name: page.text('action.retry') }) !== null).toBe(canRetry);
    expect(screen.queryByText(page.text('chooser.lookUpFailed')) !== null).toBe(canRetry);
    expect(screen.queryByRole('dialog')).toBeNull();
  };

describeWalk(chooserMachine, ChooserView, {
  inputs: { 'every method is allowed': chooserInput() },
  events: [
    { type: 'method.chosen', method: 'sms' },
    { type: 'method.chosen', method: 'mobileOtp' },
    { type: 'method.chosen', method: 'otpCard' },
    { type: 'lookup.retry' },
    { type: 'license.dismissed' },
    { type: 'chooser.back' },
  ],
  answers: { fetchAuthenticators: [success(authenticatorLookUp({}, EXPIRED_LICENSE)), failed(UNREACHABLE)] },
  gestures: {
    'method.chosen': async (page, event, language) => {
      const tile = tileOf(page, (event as Extract<ChooserEvent, { type: 'method.chosen' }>).method);
      if (language === 'ko') return page.user.click(tile);
      tile.focus();
      return page.user.keyboard('{Enter}');
    },
    'lookup.retry': (page) => page.press('action.retry'),
    'chooser.back': (page) => page.press('action.previous'),
    'license.dismissed': (page, _event, language) =>
      language === 'ko' ? page.press('action.ok') : page.user.keyboard('{Escape}'),
  },
  shows: {
    'choosing.lookingUp': expectChooser(false),
    'choosing.ready': expectChooser(false),
    'choosing.unknown': expectChooser(true),
    blocked: (page) => {
      const dialog = screen.getByRole('dialog', { name: page.text('chooser.licenseTitle') });
      expect(dialog.textContent).toContain(page.text('info.license.expired'));
    },
  },
});

const open = (changes: Partial<ChooserInput> = {}, language: 'ko' | 'en' = 'ko') =>
  openFlow(chooserMachine, ChooserView, chooserInput(changes), { language });

it.each([
  [EXPIRED_LICENSE, 'info.license.expired'],
  [EXHAUSTED_LICENSE, 'info.license.max'],
  [{ hasTimeLeft: false, isBelowLimit: false }, 'info.license.expired'],
] as const)('the dialog of the licence %o shows %s', async (license, message) => {
  const page = await open();
  await act(() => page.ports.fetchAuthenticators.answer(success(authenticatorLookUp({}, license))));
  await page.user.click(tileOf(page, 'push'));
  expect(screen.getByRole('dialog').textContent).toContain(page.text(message));
});

it.each(['ko', 'en'] as const)('Tab reaches a disabled tile, which does nothing, in %s', async (language) => {
  const page = await open(
    { policy: policy(['otpCard'], { authType: 'otp', selfAuth: NO_IDENTITY_METHODS }) },
    language,
  );
  await act(() => page.ports.fetchAuthenticators.answer(success(authenticatorLookUp())));
  await page.user.tab();
  expect(document.activeElement).toBe(tileOf(page, 'otpCard'));
  await page.user.keyboard('{Enter}');
  await page.user.click(tileOf(page, 'otpCard'));
  expect(page.actor.getSnapshot().value).toEqual({ choosing: 'ready' });
  expect(screen.getByText(page.text('chooser.noSelfAuth'))).toBeTruthy();
});

it('a chooser without methods says so, and leads back', async () => {
  const page = await open({ policy: policy([], { authType: 'otp' }) });
  expect(screen.getByText(page.text('info.failure.noMethod'))).toBeTruthy();
  expect(screen.getByText(page.text('chooser.noneAllowed'))).toBeTruthy();
  expect(screen.queryByRole('list')).toBeNull();
  await page.press('action.previous');
  expect(page.actor.getSnapshot().output).toEqual({ reason: 'back' });
});

it.each([
  ['noneRegistered', {}],
  ['noneAllowed', { selfAuth: NO_IDENTITY_METHODS }],
] as const)('a chooser without usable tiles says what to do: %s', async (end, changes) => {
  const page = await open({ policy: policy(['otpCard'], { authType: 'otp', ...changes }) });
  const sentence = () =>
    screen.queryByText(`${page.text('info.failure.noMethod')} ${page.text(`chooser.${end}`)}`);
  expect(sentence()).toBeNull();
  await act(() => page.ports.fetchAuthenticators.answer(success(authenticatorLookUp())));
  expect(sentence()).toBeTruthy();
  expect(tileOf(page, 'otpCard')).toBeTruthy();
});

it('a chooser with a usable method shows no warning', async () => {
  await open({ policy: policyWithEveryMethod() });
  expect(document.querySelector('[data-tone="warning"]')).toBeNull();
});

it('tiles are grouped as usable, to be set up and blocked, each group under a heading', async () => {
  const page = await open({ policy: policyWithEveryMethod() });
  await act(() => page.ports.fetchAuthenticators.answer(success(authenticatorLookUp({}, EXPIRED_LICENSE))));
  const groups = tileGroups(
    tilesOf(
      policyWithEveryMethod(),
      { kind: 'known', result: authenticatorLookUp({}, EXPIRED_LICENSE) },
      false,
      'supported',
    ),
  );
  expect(groups.map(({ group }) => group)).toEqual(['usable', 'setUp', 'blocked']);
  expect(screen.getAllByRole('list')).toHaveLength(3);
  for (const { group, tiles } of groups) {
    const list = screen.getByRole('list', { name: page.text(`chooser.${group}`) });
    const names = [...list.querySelectorAll('button > span + span')].map((name) => name.textContent);
    expect(names).toEqual(tiles.map(({ method }) => nameOf(page, method)));
  }
});

/** The names of the groups on the screen, each with the names of its tiles and placeholders. */
const shownGroups = () =>
  screen
    .getAllByRole('list')
    .map((list) => [
      list.closest('section')?.querySelector('h2')?.textContent,
      [...list.querySelectorAll('li')].map(
        (item) => item.querySelector('span + span')?.textContent ?? item.textContent,
      ),
    ]);

it.each([
  ['no token', {}],
  ['a card and a passkey', { otpCard: 'C-1', passkey: 'laptop' }],
  ['an app that is offline', { mobileApp: 'offline' }],
  ['everything', ALL_AUTHENTICATORS],
])(
  'all tiles stay at their places when the look-up confirms the tokens of the policy: %s',
  async (_name, tokens) => {
    const base = policyWithEveryMethod({ selfAuth: { ...NO_IDENTITY_METHODS, sms: true } });
    const page = await open({ policy: { ...base, userTokens: { ...base.userTokens, ...tokens } } });
    const before = shownGroups();
    expect(document.querySelectorAll('li [aria-hidden="true"]:not(svg)')).not.toHaveLength(0);
    await act(() => page.ports.fetchAuthenticators.answer(success(authenticatorLookUp(tokens))));
    expect(shownGroups()).toEqual(before);
  },
);

it.each([
  ['finds no token', success(authenticatorLookUp())],
  ['finds every token', success(authenticatorLookUp(ALL_AUTHENTICATORS))],
  ['finds an expired licence', success(authenticatorLookUp({}, EXPIRED_LICENSE))],
  ['fails', failed(UNREACHABLE)],
])('tiles that can be pressed do not move when the look-up %s', async (_name, answer) => {
  const base = policyWithEveryMethod();
  const page = await open({
    policy: { ...base, userTokens: { ...base.userTokens, otpCard: 'C-1', mobileApp: 'phone' } },
  });
  const usable = () => [...(screen.getAllByRole('list')[0]?.querySelectorAll('li') ?? [])];
  const pressable = screen.getAllByRole('button').filter(({ dataset }) => dataset['state'] === 'Y');
  const places = () => pressable.map((tile) => usable().findIndex((item) => item.contains(tile)));
  const before = places();
  const elementsBefore = () => [...document.querySelectorAll('main *')].indexOf(pressable[0] as HTMLElement);
  const position = elementsBefore();
  expect(before).toEqual([0, 1, 2]);
  await act(() => page.ports.fetchAuthenticators.answer(answer));
  expect(places()).toEqual(before);
  expect(elementsBefore()).toBe(position);
});

it('tiles have the order of the specification, without gaps for hidden ones', async () => {
  const contacts = { internalMail: 'k**@ex.kr', privateMail: 'k**@ex.com' };
  const base = policyWithEveryMethod({ authType: 'other', check: true });
  const page = await open({
    policy: { ...base, userTokens: { ...base.userTokens, ...ALL_AUTHENTICATORS, ...contacts } },
  });
  const names = screen
    .getAllByRole('listitem')
    .map((item) => item.querySelector('[aria-hidden] span + span, button > span + span')?.textContent);
  expect(names).toEqual(
    (
      [
        'emergencyCode',
        'sms',
        'internalMail',
        'privateMail',
        'mobileOtp',
        'push',
        'otpCard',
        'yubikey',
        'passkey',
      ] as const
    ).map((method) => nameOf(page, method)),
  );
});
