import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import {
  ALL_AUTHENTICATORS,
  EXPIRED_LICENSE,
  everyMethod,
  FULL_LICENSE,
  input,
  lookUpResult,
  NO_SELF_AUTH,
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
 * Each tile says in words what keeps it from being used; a disabled one can be reached all the same. One that is
 * looked up has a place alone.
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
    const described = tile.getAttribute('aria-describedby');
    const note = described === null ? null : document.getElementById(described)?.textContent;
    expect([method, note]).toEqual([method, reason === null ? null : page.text(REASONS[reason])]);
    expect(tile.getAttribute('aria-disabled')).toBe(state === 'D' ? 'true' : null);
    expect(tile.hasAttribute('disabled')).toBe(false);
  }
}

type Shown = Parameters<typeof describeWalk<typeof chooserMachine>>[2]['shows'][string];

const look =
  (retry: boolean): Shown =>
  (page, { context, value }) => {
    expect(page.heading()).toBe(page.text('title.chooser'));
    const isBusy = screen.getAllByRole('list')[0]?.closest('[aria-busy="true"]') !== null;
    expect(isBusy).toBe(JSON.stringify(value).includes('lookingUp'));
    expectTiles(page, tilesOf(context.policy, context.lookUp, context.isSaas, context.passkeySupport));
    expect(screen.queryByRole('button', { name: page.text('action.retry') }) !== null).toBe(retry);
    expect(screen.queryByText(page.text('chooser.lookUpFailed')) !== null).toBe(retry);
    expect(screen.queryByRole('dialog')).toBeNull();
  };

describeWalk(chooserMachine, ChooserView, {
  inputs: { 'every method is allowed': input() },
  events: [
    { type: 'method.chosen', method: 'sms' },
    { type: 'method.chosen', method: 'mobileOtp' },
    { type: 'method.chosen', method: 'otpCard' },
    { type: 'lookup.retry' },
    { type: 'license.dismissed' },
    { type: 'chooser.back' },
  ],
  answers: { fetchAuthenticators: [success(lookUpResult({}, EXPIRED_LICENSE)), failed(UNREACHABLE)] },
  presses: {
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
    'choosing.lookingUp': look(false),
    'choosing.ready': look(false),
    'choosing.unknown': look(true),
    blocked: (page) => {
      const dialog = screen.getByRole('dialog', { name: page.text('chooser.licenseTitle') });
      expect(dialog.textContent).toContain(page.text('info.license.expired'));
    },
  },
});

const open = (changes: Partial<ChooserInput> = {}, language: 'ko' | 'en' = 'ko') =>
  openFlow(chooserMachine, ChooserView, input(changes), { language });

it.each([
  [EXPIRED_LICENSE, 'info.license.expired'],
  [FULL_LICENSE, 'info.license.max'],
  [{ hasTimeLeft: false, hasRoom: false }, 'info.license.expired'],
] as const)('says which licence check failed: %o', async (license, message) => {
  const page = await open();
  await act(() => page.ports.fetchAuthenticators.answer(success(lookUpResult({}, license))));
  await page.user.click(tileOf(page, 'push'));
  expect(screen.getByRole('dialog').textContent).toContain(page.text(message));
});

it.each(['ko', 'en'] as const)(
  'a disabled tile is reached by Tab and does nothing, in %s',
  async (language) => {
    const page = await open(
      { policy: policy(['otpCard'], { authType: 'otp', selfAuth: NO_SELF_AUTH }) },
      language,
    );
    await act(() => page.ports.fetchAuthenticators.answer(success(lookUpResult())));
    await page.user.tab();
    expect(document.activeElement).toBe(tileOf(page, 'otpCard'));
    await page.user.keyboard('{Enter}');
    await page.user.click(tileOf(page, 'otpCard'));
    expect(page.actor.getSnapshot().value).toEqual({ choosing: 'ready' });
    expect(screen.getByText(page.text('chooser.noSelfAuth'))).toBeTruthy();
  },
);

it('says that there is no method, and leads back', async () => {
  const page = await open({ policy: policy([], { authType: 'otp' }) });
  expect(screen.getByText(page.text('info.failure.noMethod'))).toBeTruthy();
  expect(screen.getByText(page.text('chooser.noneAllowed'))).toBeTruthy();
  expect(screen.queryByRole('list')).toBeNull();
  await page.press('action.previous');
  expect(page.actor.getSnapshot().output).toEqual({ reason: 'back' });
});

it.each([
  ['noneRegistered', {}],
  ['noneAllowed', { selfAuth: NO_SELF_AUTH }],
] as const)('says that no tile can be used, and what to do: %s', async (end, changes) => {
  const page = await open({ policy: policy(['otpCard'], { authType: 'otp', ...changes }) });
  const sentence = () =>
    screen.queryByText(`${page.text('info.failure.noMethod')} ${page.text(`chooser.${end}`)}`);
  expect(sentence()).toBeNull();
  await act(() => page.ports.fetchAuthenticators.answer(success(lookUpResult())));
  expect(sentence()).toBeTruthy();
  expect(tileOf(page, 'otpCard')).toBeTruthy();
});

it('shows no warning when a method can be used', async () => {
  await open({ policy: everyMethod() });
  expect(document.querySelector('[data-tone="warning"]')).toBeNull();
});

it('groups tiles by ready, to be set up and blocked, each under a heading', async () => {
  const page = await open({ policy: everyMethod() });
  await act(() => page.ports.fetchAuthenticators.answer(success(lookUpResult({}, EXPIRED_LICENSE))));
  const groups = tileGroups(
    tilesOf(everyMethod(), { kind: 'known', found: lookUpResult({}, EXPIRED_LICENSE) }, false, 'supported'),
  );
  expect(groups.map(({ group }) => group)).toEqual(['usable', 'setUp', 'blocked']);
  expect(screen.getAllByRole('list')).toHaveLength(3);
  for (const { group, tiles } of groups) {
    const list = screen.getByRole('list', { name: page.text(`chooser.${group}`) });
    const names = [...list.querySelectorAll('button > span + span')].map((name) => name.textContent);
    expect(names).toEqual(tiles.map(({ method }) => nameOf(page, method)));
  }
});

/** The groups as they stand on the screen: their names, and the tiles and places in each. */
const drawn = () =>
  screen
    .getAllByRole('list')
    .map((list) => [
      list.closest('section')?.querySelector('h2')?.textContent,
      [...list.querySelectorAll('li')].map(
        (item) => item.querySelector('span + span')?.textContent ?? item.textContent,
      ),
    ]);

it.each([
  ['nothing', {}],
  ['a card and a passkey', { otpCard: 'C-1', passkey: 'laptop' }],
  ['an app that is offline', { mobileApp: 'offline' }],
  ['everything', ALL_AUTHENTICATORS],
])('keeps the places of all tiles where the look-up says what the policy did: %s', async (_name, tokens) => {
  const of = everyMethod({ selfAuth: { ...NO_SELF_AUTH, sms: true } });
  const page = await open({ policy: { ...of, userTokens: { ...of.userTokens, ...tokens } } });
  const before = drawn();
  expect(document.querySelectorAll('li [aria-hidden="true"]:not(svg)')).not.toHaveLength(0);
  await act(() => page.ports.fetchAuthenticators.answer(success(lookUpResult(tokens))));
  expect(drawn()).toEqual(before);
});

it.each([
  ['has nothing', success(lookUpResult())],
  ['has everything', success(lookUpResult(ALL_AUTHENTICATORS))],
  ['has no licence', success(lookUpResult({}, EXPIRED_LICENSE))],
  ['fails', failed(UNREACHABLE)],
])('moves no tile that can be pressed, when the look-up %s', async (_name, answer) => {
  const of = everyMethod();
  const page = await open({
    policy: { ...of, userTokens: { ...of.userTokens, otpCard: 'C-1', mobileApp: 'phone' } },
  });
  const usable = () => [...(screen.getAllByRole('list')[0]?.querySelectorAll('li') ?? [])];
  const pressable = screen.getAllByRole('button').filter(({ dataset }) => dataset['state'] === 'Y');
  const places = () => pressable.map((tile) => usable().findIndex((item) => item.contains(tile)));
  const before = places();
  const above = () => [...document.querySelectorAll('main *')].indexOf(pressable[0] as HTMLElement);
  const position = above();
  expect(before).toEqual([0, 1, 2]);
  await act(() => page.ports.fetchAuthenticators.answer(answer));
  expect(places()).toEqual(before);
  expect(above()).toBe(position);
});

it('keeps the order of the specification without gaps for hidden tiles', async () => {
  const contacts = { internalMail: 'k**@ex.kr', privateMail: 'k**@ex.com' };
  const of = everyMethod({ authType: 'other', check: true });
  const page = await open({
    policy: { ...of, userTokens: { ...of.userTokens, ...ALL_AUTHENTICATORS, ...contacts } },
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
