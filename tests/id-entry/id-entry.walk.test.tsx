import { act, fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { AnyMachineSnapshot } from 'xstate';
import {
  ASSERTION_ANSWER,
  ASSERTION_REQUEST,
  CONFIG_WITH_ID_AND_PASSKEY,
  CONFIG_WITH_ONLY_PASSKEY,
  idEntryInput,
} from '#cases/id-entry/input.ts';
import { clientConfig, FAILURES, policy, rejected } from '#cases/samples.ts';
import { type EntryMode, entryModeOf, hasModeChoice } from '#machines/id-entry/entry-mode.ts';
import { idEntryMachine } from '#machines/id-entry/id-entry.machine.ts';
import type { IdEntryEvent, IdEntryInput } from '#machines/id-entry/id-entry.setup.ts';
import { failed, success, UNREACHABLE } from '#machines/shared/result.ts';
import { IdEntryView } from '#src/views/id-entry/id-entry.view.tsx';
import { SERVICES, sessionOf } from '#tests/support/model/portal.ts';
import { SERVER_ERROR } from '#tests/support/refusals.ts';
import { describeWalk, expectAnnouncedAgain, openFlow, type Page, textIn } from '#tests/support/views.tsx';

const field = ({ text }: Pick<Page, 'text'>) =>
  screen.getByLabelText<HTMLInputElement>(text('identity.label'));
const error = () => screen.getByRole('alert').textContent;

type ModeChosen = Extract<IdEntryEvent, { type: 'mode.chosen' }>;
type ScreenCheck = Parameters<typeof describeWalk<typeof idEntryMachine>>[2]['shows'][string];

const POLICY_ANSWERS = [success({ userId: 'kim', policy: policy() }), ...FAILURES];

const passkeyButton = ({ text }: Pick<Page, 'text'>) =>
  screen.getByRole<HTMLButtonElement>('button', { name: text('passkey.button') });
const radio = ({ text }: Pick<Page, 'text'>, mode: EntryMode) =>
  screen.getByRole<HTMLInputElement>('radio', {
    name: new RegExp(
      `^${text(mode === 'id' ? 'identity.modeId' : 'identity.modePasskey').replace('+', '\\+')}`,
    ),
  });

/** A radio button sends an event only when the choice changes. */
const canChoose = (context: AnyMachineSnapshot['context'], { mode }: ModeChosen): boolean =>
  hasModeChoice(context.client) && context.support === 'supported' && context.mode !== mode;

const expectEntering: ScreenCheck = (page, { context }) => {
  const { client, support, problem } = context;
  expect(page.heading()).toBe(page.text('title.identity'));
  expect(screen.queryAllByRole('radio')).toHaveLength(hasModeChoice(client) ? 2 : 0);
  const isSupported = support === 'supported';
  if (hasModeChoice(client)) expect(radio(page, 'passkey').disabled).toBe(!isSupported);
  if (client?.passkey && !isSupported)
    expect(screen.getByText(page.text(`passkey.${support as 'missing'}`))).toBeTruthy();
  if (entryModeOf(context) === 'passkey') {
    expect(screen.getByText(page.text('identity.leadPasskeyUnknown'))).toBeTruthy();
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(passkeyButton(page).disabled).toBe(!isSupported);
    expect(screen.queryByText(page.text('passkey.cancelled')) !== null).toBe(problem?.kind === 'cancelled');
    expect(error() === '').toBe(problem?.kind !== 'noPasskey');
    return;
  }
  expect(field(page).readOnly).toBe(false);
  const suggests = client?.passkey === true && isSupported;
  expect(field(page).autocomplete).toBe(suggests ? 'username webauthn' : 'username');
  if (problem?.kind === 'blank') expect(error()).toBe(page.text('info.enter.id'));
  else expect(error() === '').toBe(problem === null || problem.kind === 'cancelled');
};

const expectAsking: ScreenCheck = (page) => {
  expect(passkeyButton(page).getAttribute('aria-busy')).toBe('true');
  expect(screen.getByText(page.text('passkey.asking')).closest('.hidden')).toBeNull();
};

describeWalk(idEntryMachine, IdEntryView, {
  inputs: {
    'a service requests a login': idEntryInput(),
    'the person has returned with a failure': idEntryInput({ userId: 'kim', failure: UNREACHABLE }),
    'there is no service to sign in to': idEntryInput({ clientId: '', mustChooseService: true }),
    'the service accepts an ID or a passkey': idEntryInput({ client: CONFIG_WITH_ID_AND_PASSKEY }),
    'the service accepts only passkeys': idEntryInput({ client: CONFIG_WITH_ONLY_PASSKEY }),
    'the browser has no passkeys': idEntryInput({ client: CONFIG_WITH_ID_AND_PASSKEY, support: 'missing' }),
    'the connection is not secure': idEntryInput({ client: CONFIG_WITH_ONLY_PASSKEY, support: 'insecure' }),
  },
  events: [
    { type: 'identity.submitted', userId: '  ' },
    { type: 'identity.submitted', userId: 'kim' },
    { type: 'identity.edited' },
    { type: 'mode.chosen', mode: 'passkey' },
    { type: 'mode.chosen', mode: 'id' },
    { type: 'passkey.request' },
  ],
  answers: {
    checkPolicy: POLICY_ANSWERS,
    recognise: POLICY_ANSWERS,
    startAssertion: [success(ASSERTION_REQUEST), SERVER_ERROR],
    getAssertion: [ASSERTION_ANSWER, { kind: 'cancelled' }, { kind: 'failed' }],
    suggestPasskeys: [ASSERTION_ANSWER, { kind: 'failed' }],
    probeSuggestions: [true, false],
    awaitAttention: [undefined],
  },
  project: ({ context: { problem, identified, mode } }) => ({ problem, identified, mode }),
  accepts: ({ context }, event) => {
    if (event.type.startsWith('identity.')) return entryModeOf(context) === 'id';
    if (event.type === 'mode.chosen') return canChoose(context, event as ModeChosen);
    return event.type !== 'passkey.request' || entryModeOf(context) === 'passkey';
  },
  gestures: {
    'identity.submitted': async (page, event, language) => {
      const { userId } = event as Extract<IdEntryEvent, { type: 'identity.submitted' }>;
      await page.user.clear(field(page));
      await page.user.type(field(page), userId);
      if (language === 'ko') await page.press('action.next');
      else await page.user.type(field(page), '{Enter}');
    },
    'identity.edited': (page) => page.user.type(field(page), 'x'),
    'mode.chosen': async (page, event, language) => {
      const { mode } = event as ModeChosen;
      const option = radio(page, mode);
      if (language === 'ko') return page.user.click(option);
      radio(page, mode === 'id' ? 'passkey' : 'id').focus();
      return page.user.keyboard(mode === 'id' ? '{ArrowUp}' : '{ArrowDown}');
    },
    'passkey.request': async (page, _event, language) => {
      if (language === 'ko') return page.press('passkey.button');
      passkeyButton(page).focus();
      return page.user.keyboard('{Enter}');
    },
  },
  shows: {
    noService: (page) => {
      const language = document.documentElement.lang === 'ko' ? 'ko' : 'en';
      expect(page.heading()).toBe(page.text('identity.startTitle'));
      const links = screen.getAllByRole<HTMLAnchorElement>('link');
      expect(links.map(({ textContent, href }) => ({ name: textContent, url: href }))).toEqual(
        SERVICES.map(({ name, url }) => ({ name: name[language], url })),
      );
      expect(screen.queryByRole('textbox')).toBeNull();
    },
    'entering.plain': expectEntering,
    'entering.probing': expectEntering,
    'entering.preparing': expectEntering,
    'entering.suggesting': expectEntering,
    'entering.resting': expectEntering,
    'entering.unsuggested': expectEntering,
    'asserting.starting': expectAsking,
    'asserting.asking': expectAsking,
    recognising: (page, { context }) => {
      if (entryModeOf(context) === 'id') expect(field(page).readOnly).toBe(true);
      else expect(passkeyButton(page).getAttribute('aria-busy')).toBe('true');
    },
    checking: (page) => {
      const next = screen.getByRole('button', { name: page.text('action.next') });
      expect(next.getAttribute('aria-busy')).toBe('true');
      expect(screen.getByText(page.text('identity.checking'))).toBeTruthy();
      expect(field(page).readOnly).toBe(true);
      expect(field(page).value).toBe('kim');
    },
  },
  transitionsOutsideView: ['id-entry: client.received [0] --> (stays)'],
});

const open = (changes: Partial<IdEntryInput> = {}, language: 'ko' | 'en' = 'ko') =>
  openFlow(idEntryMachine, IdEntryView, idEntryInput(changes), { language });

it.each(['ko', 'en'] as const)(
  'the screen shows in %s the name and the text of the service',
  async (language) => {
    const page = await open({}, language);
    const client = clientConfig({ serviceName: '사내 메일', displayContent: '<i>점검 안내</i>' });
    await act(() => page.portal.ports['service-info'].fetchClientConfig.answer(success(client)));
    expect(screen.getByText(page.text('identity.lead', { service: '사내 메일' }))).toBeTruthy();
    expect(screen.getByText('<i>점검 안내</i>')).toBeTruthy();
  },
);

it.each([
  ['ko', 'renew', 'identity.askedRenew'],
  ['en', 'renew', 'identity.askedRenew'],
  ['ko', 'more', 'identity.askedMore'],
  ['en', 'more', 'identity.askedMore'],
  ['ko', 'elsewhere', 'identity.askedElsewhere'],
  ['en', 'elsewhere', 'identity.askedElsewhere'],
] as const)(
  'the screen shows in %s why a signed-in person has to sign in again: %s',
  async (language, reauthReason, key) => {
    const knownSession = sessionOf('kim');
    const session = { ...knownSession, person: { ...knownSession.person, reauthReason } };
    const page = await openFlow(idEntryMachine, IdEntryView, idEntryInput(), { language, session });
    expect(screen.getByText(page.text(key))).toBeTruthy();
  },
);

it.each(['ko', 'en'] as const)(
  'the screen says in %s that the service cannot be fetched, and still accepts the ID',
  async (language) => {
    const page = await open({}, language);
    expect(screen.queryByText(page.text('identity.serviceUnknown'))).toBeNull();
    await act(() => page.portal.ports['service-info'].fetchClientConfig.answer(failed(UNREACHABLE)));
    expect(screen.getByText(page.text('identity.serviceUnknown'))).toBeTruthy();
    await page.user.type(field(page), 'kim{Enter}');
    expect(page.ports.checkPolicy.isWaiting()).toBe(true);
  },
);

it('the service is named in a language that is chosen later, and keeps its name when that cannot be fetched', async () => {
  const page = await open();
  const { fetchClientConfig } = page.portal.ports['service-info'];
  await act(() => fetchClientConfig.answer(success(clientConfig({ serviceName: '사내 메일' }))));
  await act(() => page.portal.send({ type: 'language.chosen', locale: 'en' }));
  expect(await screen.findByText(textIn('en')('identity.lead', { service: '사내 메일' }))).toBeTruthy();
  await act(() => fetchClientConfig.answer(success(clientConfig({ serviceName: 'Mail' }))));
  expect(screen.getByText(textIn('en')('identity.lead', { service: 'Mail' }))).toBeTruthy();
  await act(() => page.portal.send({ type: 'language.chosen', locale: 'ko' }));
  await act(() => fetchClientConfig.answer(failed(UNREACHABLE)));
  expect(await screen.findByText(page.text('identity.lead', { service: 'Mail' }))).toBeTruthy();
  expect(screen.queryByText(page.text('identity.serviceUnknown'))).toBeNull();
});

it('the controls that sign in precede the one that registers', async () => {
  const { portal, text } = await openFlow(idEntryMachine, IdEntryView, idEntryInput());
  const config = clientConfig({ passkey: true, qrCode: true });
  act(() => portal.actor.send({ type: 'client.received', clientId: idEntryInput().clientId, config }));
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    text('action.next'),
    text('identity.qr'),
    text('identity.registerPasskey'),
  ]);
});

it('a double click sends the ID once', async () => {
  const page = await open();
  await page.user.type(field(page), 'kim');
  await page.user.dblClick(screen.getByRole('button', { name: page.text('action.next') }));
  expect(page.ports.checkPolicy.calls).toHaveLength(1);
});

it('pressing Enter twice sends the ID once', async () => {
  const page = await open();
  await page.user.type(field(page), 'kim{Enter}{Enter}');
  expect(page.ports.checkPolicy.calls).toHaveLength(1);
});

it.each([{ isComposing: true }, { keyCode: 229 }])(
  'the Enter that ends a composition sends nothing (%o)',
  async (properties) => {
    const page = await open();
    await page.user.type(field(page), '김');
    expect(fireEvent.keyDown(field(page), { key: 'Enter', ...properties })).toBe(false);
    expect(page.ports.checkPolicy.calls).toHaveLength(0);
  },
);

it.each(['ko', 'en'] as const)(
  'a refused ID is explained in %s, and is selected in the field',
  async (language) => {
    const page = await open({}, language);
    await page.user.type(field(page), 'nobody{Enter}');
    await act(() => page.ports.checkPolicy.answer(failed(rejected('000', 404))));
    expect(error()).toBe(page.text('error.auth_error_000'));
    const { value, selectionStart, selectionEnd } = field(page);
    expect([value, selectionStart, selectionEnd]).toEqual(['nobody', 0, 'nobody'.length]);
  },
);

it('a change of the language during the policy check keeps the typed ID', async () => {
  const page = await open();
  await page.user.type(field(page), 'kim{Enter}');
  await act(() => page.portal.send({ type: 'language.chosen', locale: 'en' }));
  const english = textIn('en');
  expect(await screen.findByRole('heading', { name: english('title.identity') })).toBeTruthy();
  expect(field({ text: english }).value).toBe('kim');
  expect(page.ports.checkPolicy.calls).toHaveLength(1);
  expect(page.ports.checkPolicy.isWaiting()).toBe(true);
});

it('a failure is shown in a language that is chosen later', async () => {
  const page = await open();
  await page.user.type(field(page), 'nobody{Enter}');
  await act(() => page.ports.checkPolicy.answer(failed(rejected('000', 404))));
  await act(() => page.portal.send({ type: 'language.chosen', locale: 'en' }));
  expect(await screen.findByText(textIn('en')('error.auth_error_000'))).toBeTruthy();
});

it('every empty submit requests the ID again', async () => {
  const page = await open();
  await expectAnnouncedAgain(page, field(page), 'info.enter.id', 'action.next');
});
