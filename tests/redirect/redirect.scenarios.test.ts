import { expect, it } from 'vitest';
import { authSummary, rejected } from '#cases/samples.ts';
import { redirectMachine } from '#machines/redirect/redirect.machine.ts';
import { type Failure, failed, success, UNREACHABLE } from '#machines/shared/result.ts';
import { start } from '#tests/support/model/start.ts';

const INPUT = { passwordSavedFor: '' };
const NOON = Date.UTC(2026, 10, 20, 12);

async function receiveSummary(changes: Parameters<typeof authSummary>[0] = {}) {
  const page = start(redirectMachine, INPUT);
  await page.ports.fetchSummary.answer(success({ summary: authSummary(changes), at: NOON }));
  return page;
}

const output = ({ actor }: Awaited<ReturnType<typeof receiveSummary>>) => actor.getSnapshot().output;

it('a request with the scope openid is an OIDC login', async () => {
  expect(output(await receiveSummary({ hasServiceId: true }))).toMatchObject({
    reason: 'begun',
    type: 'oidc',
  });
});

it('a request with a service ID and without the scope openid is a SAML login', async () => {
  const page = await receiveSummary({ hasOpenIdScope: false, hasServiceId: true });
  expect(output(page)).toMatchObject({ reason: 'begun', type: 'saml' });
});

it('a rate limit leads to a page with a retry', async () => {
  const page = start(redirectMachine, INPUT);
  await page.ports.fetchSummary.answer(failed(rejected('tooMany', 429)));
  expect(page.actor.getSnapshot().value).toBe('unanswered');
});

it('a request that is neither OIDC nor SAML is refused', async () => {
  const page = await receiveSummary({ hasOpenIdScope: false });
  expect(output(page)).toEqual({ reason: 'refused', notice: 'invalidAccess' });
});

it('a request of a signed-in person continues three seconds after the answer', async () => {
  const page = await receiveSummary({ isAlreadyAuth: true });
  expect(page.actor.getSnapshot()).toMatchObject({ value: 'counting', context: { deadline: NOON + 3000 } });
  await page.clock.advance(2900);
  expect(page.actor.getSnapshot().value).toBe('counting');
  await page.clock.advance(100);
  expect(output(page)).toMatchObject({
    reason: 'authenticated',
    summary: authSummary({ isAlreadyAuth: true }),
  });
});

it('a request of a signed-in person continues immediately on request', async () => {
  const page = await receiveSummary({ isAlreadyAuth: true });
  page.actor.send({ type: 'redirect.continue' });
  expect(output(page)).toMatchObject({ reason: 'authenticated' });
});

it('the countdown can be stopped', async () => {
  const page = await receiveSummary({ isAlreadyAuth: true });
  await page.clock.advance(2000);
  page.actor.send({ type: 'redirect.stay' });
  await page.clock.advance(60_000);
  expect(page.actor.getSnapshot()).toMatchObject({ value: 'stayed', context: { deadline: null } });
});

it('a stopped countdown does not start again after a reload', async () => {
  const page = start(redirectMachine, INPUT);
  const kim = authSummary({ isAlreadyAuth: true, userId: 'kim' });
  await page.ports.fetchSummary.answer(success({ summary: kim, at: NOON, isCountdownStopped: true }));
  await page.clock.advance(60_000);
  expect(page.actor.getSnapshot()).toMatchObject({ value: 'stayed', context: { summary: kim } });
});

it.each([
  ['bong', 'stayed'],
  ['kim', 'counting'],
])(
  'after a password link of %s, with kim signed in, the page is in the state %s',
  async (passwordSavedFor, value) => {
    const page = start(redirectMachine, { passwordSavedFor });
    const kim = authSummary({ isAlreadyAuth: true, userId: 'kim' });
    await page.ports.fetchSummary.answer(success({ summary: kim, at: NOON }));
    expect(page.actor.getSnapshot().value).toBe(value);
  },
);

it.each([
  ['redirect.continue', 'authenticated'],
  ['account.switch', 'switching'],
] as const)('after the countdown is stopped, %s ends the page with the reason %s', async (type, reason) => {
  const page = await receiveSummary({ isAlreadyAuth: true });
  page.actor.send({ type: 'redirect.stay' });
  page.actor.send({ type });
  expect(output(page)).toMatchObject({ reason });
});

it('a request of a signed-in person without a redirect URL is refused', async () => {
  const page = await receiveSummary({ isAlreadyAuth: true, redirectUrl: '' });
  expect(output(page)).toEqual({ reason: 'refused', notice: 'noRedirectUrl' });
});

it.each([
  ['an unknown user', rejected('000', 404), 'notExists'],
  ['a refused session', rejected('', 401), 'unauthorized'],
  ['any other refusal', rejected('', 403), 'invalidAccess'],
] as const)('the error page for %s (%o) has the reason %s', async (_name, failure, notice) => {
  const page = start(redirectMachine, INPUT);
  await page.ports.fetchSummary.answer(failed(failure));
  expect(output(page)).toEqual({ reason: 'refused', notice });
});

it.each<[string, Failure]>([
  ['no answer', UNREACHABLE],
  ['an answer of another shape', { kind: 'malformed', status: 200 }],
  ['a failing server', rejected('', 503)],
])('the summary can be fetched again after %s', async (_name, failure) => {
  const page = start(redirectMachine, INPUT);
  await page.ports.fetchSummary.answer(failed(failure));
  expect(page.actor.getSnapshot()).toMatchObject({ value: 'unanswered', context: { failure } });
  page.actor.send({ type: 'redirect.retry' });
  await page.ports.fetchSummary.answer(success({ summary: authSummary(), at: NOON }));
  expect(output(page)).toMatchObject({ reason: 'begun' });
  expect(page.ports.fetchSummary.calls).toHaveLength(2);
});

it('the summary can be fetched again after an error of the port', async () => {
  const page = start(redirectMachine, INPUT);
  await page.ports.fetchSummary.fail();
  expect(page.actor.getSnapshot().value).toBe('unanswered');
});
