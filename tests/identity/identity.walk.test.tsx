import { act, fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import {
  type IdentityEvent,
  type IdentityInput,
  identityMachine,
} from '#machines/identity/identity.machine.ts';
import { failed, success, UNREACHABLE } from '#machines/shared/result.ts';
import { IdentityView } from '#src/views/identity/identity.view.tsx';
import { SERVICES } from '#tests/support/model/portal.ts';
import { clientConfig, FAILURES, policy, rejected, SERVICE } from '#tests/support/model/samples.ts';
import { describeWalk, expectToldAgain, openFlow, type Page, sayIn } from '#tests/support/views.tsx';

const input = (changes: Partial<IdentityInput> = {}): IdentityInput => ({
  clientId: SERVICE,
  userId: '',
  failure: null,
  mustChooseService: false,
  ...changes,
});

const field = ({ say }: Pick<Page, 'say'>) => screen.getByLabelText<HTMLInputElement>(say('identity.label'));
const error = () => screen.getByRole('alert').textContent;

describeWalk(identityMachine, IdentityView, {
  inputs: {
    'a service asks for a login': input(),
    'the person is back, and the last answer is told': input({ userId: 'kim', failure: UNREACHABLE }),
    'there is no service to sign in to': input({ clientId: '', mustChooseService: true }),
  },
  events: [
    { type: 'identity.submitted', userId: '  ' },
    { type: 'identity.submitted', userId: 'kim' },
    { type: 'identity.edited' },
  ],
  answers: {
    checkPolicy: [success({ userId: 'kim', policy: policy() }), ...FAILURES],
  },
  project: ({ context: { problem, failure, identified } }) => ({ problem, failure, identified }),
  presses: {
    'identity.submitted': async (page, event, language) => {
      const { userId } = event as Extract<IdentityEvent, { type: 'identity.submitted' }>;
      await page.user.clear(field(page));
      await page.user.type(field(page), userId);
      if (language === 'ko') await page.press('action.next');
      else await page.user.type(field(page), '{Enter}');
    },
    'identity.edited': (page) => page.user.type(field(page), 'x'),
  },
  shows: {
    unserved: (page) => {
      const language = document.documentElement.lang === 'ko' ? 'ko' : 'en';
      expect(page.heading()).toBe(page.say('identity.startTitle'));
      const links = screen.getAllByRole<HTMLAnchorElement>('link');
      expect(links.map(({ textContent, href }) => ({ name: textContent, url: href }))).toEqual(
        SERVICES.map(({ name, url }) => ({ name: name[language], url })),
      );
      expect(screen.queryByRole('textbox')).toBeNull();
    },
    entering: (page, { context }) => {
      expect(page.heading()).toBe(page.say('title.identity'));
      expect(document.activeElement).toBe(field(page));
      expect(field(page).readOnly).toBe(false);
      if (context.problem) expect(error()).toBe(page.say('info.enter.id'));
      else expect(error() === '').toBe(context.failure === null);
    },
    checking: (page) => {
      const next = screen.getByRole('button', { name: page.say('action.next') });
      expect(next.getAttribute('aria-busy')).toBe('true');
      expect(screen.getByText(page.say('identity.checking'))).toBeTruthy();
      expect(field(page).readOnly).toBe(true);
      expect(field(page).value).toBe('kim');
    },
  },
});

const open = (changes: Partial<IdentityInput> = {}, language: 'ko' | 'en' = 'ko') =>
  openFlow(identityMachine, IdentityView, input(changes), { language });

it.each(['ko', 'en'] as const)(
  'says in %s which service it is for, and what the service has to say',
  async (language) => {
    const page = await open({}, language);
    const client = clientConfig({ serviceName: '사내 메일', displayContent: '<i>점검 안내</i>' });
    await act(() => page.portal.ports.client.fetchClientConfig.answer(success(client)));
    expect(screen.getByText(page.say('identity.lead', { service: '사내 메일' }))).toBeTruthy();
    expect(screen.getByText('<i>점검 안내</i>')).toBeTruthy();
  },
);

it.each(['ko', 'en'] as const)(
  'says in %s that the service is not known, and takes the ID all the same',
  async (language) => {
    const page = await open({}, language);
    expect(screen.queryByText(page.say('identity.serviceUnknown'))).toBeNull();
    await act(() => page.portal.ports.client.fetchClientConfig.answer(failed(UNREACHABLE)));
    expect(screen.getByText(page.say('identity.serviceUnknown'))).toBeTruthy();
    await page.user.type(field(page), 'kim{Enter}');
    expect(page.ports.checkPolicy.isWaiting()).toBe(true);
  },
);

it('names the service in the language that is chosen afterwards, and keeps the name when that fails', async () => {
  const page = await open();
  const { fetchClientConfig } = page.portal.ports.client;
  await act(() => fetchClientConfig.answer(success(clientConfig({ serviceName: '사내 메일' }))));
  await act(() => page.portal.send({ type: 'language.chosen', locale: 'en' }));
  expect(await screen.findByText(sayIn('en')('identity.lead', { service: '사내 메일' }))).toBeTruthy();
  await act(() => fetchClientConfig.answer(success(clientConfig({ serviceName: 'Mail' }))));
  expect(screen.getByText(sayIn('en')('identity.lead', { service: 'Mail' }))).toBeTruthy();
  await act(() => page.portal.send({ type: 'language.chosen', locale: 'ko' }));
  await act(() => fetchClientConfig.answer(failed(UNREACHABLE)));
  expect(await screen.findByText(page.say('identity.lead', { service: 'Mail' }))).toBeTruthy();
  expect(screen.queryByText(page.say('identity.serviceUnknown'))).toBeNull();
});

it('sends once on a double click', async () => {
  const page = await open();
  await page.user.type(field(page), 'kim');
  await page.user.dblClick(screen.getByRole('button', { name: page.say('action.next') }));
  expect(page.ports.checkPolicy.calls).toHaveLength(1);
});

it('sends once on Enter, however often it is pressed', async () => {
  const page = await open();
  await page.user.type(field(page), 'kim{Enter}{Enter}');
  expect(page.ports.checkPolicy.calls).toHaveLength(1);
});

it.each([{ isComposing: true }, { keyCode: 229 }])(
  'sends nothing on the Enter that ends a composition (%o)',
  async (mark) => {
    const page = await open();
    await page.user.type(field(page), '김');
    expect(fireEvent.keyDown(field(page), { key: 'Enter', ...mark })).toBe(false);
    expect(page.ports.checkPolicy.calls).toHaveLength(0);
  },
);

it.each(['ko', 'en'] as const)('tells in %s why, keeps the ID and selects it', async (language) => {
  const page = await open({}, language);
  await page.user.type(field(page), 'nobody{Enter}');
  await act(() => page.ports.checkPolicy.answer(failed(rejected('000', 404))));
  expect(error()).toBe(page.say('error.auth_error_000'));
  const { value, selectionStart, selectionEnd } = field(page);
  expect([value, selectionStart, selectionEnd]).toEqual(['nobody', 0, 'nobody'.length]);
});

it('has another language without losing what was typed, even under way', async () => {
  const page = await open();
  await page.user.type(field(page), 'kim{Enter}');
  await act(() => page.portal.send({ type: 'language.chosen', locale: 'en' }));
  const english = sayIn('en');
  expect(await screen.findByRole('heading', { name: english('title.identity') })).toBeTruthy();
  expect(field({ say: english }).value).toBe('kim');
  expect(page.ports.checkPolicy.calls).toHaveLength(1);
  expect(page.ports.checkPolicy.isWaiting()).toBe(true);
});

it('tells the failure in the language that is chosen afterwards', async () => {
  const page = await open();
  await page.user.type(field(page), 'nobody{Enter}');
  await act(() => page.ports.checkPolicy.answer(failed(rejected('000', 404))));
  await act(() => page.portal.send({ type: 'language.chosen', locale: 'en' }));
  expect(await screen.findByText(sayIn('en')('error.auth_error_000'))).toBeTruthy();
});

it('asks for it again on every empty submit', async () => {
  const page = await open();
  await expectToldAgain(page, field(page), 'info.enter.id', 'action.next');
});
