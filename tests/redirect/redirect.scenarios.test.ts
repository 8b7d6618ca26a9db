import { expect, it } from 'vitest';
import { authSummary, rejected } from '#cases/samples.ts';
import { redirectMachine } from '#machines/redirect/redirect.machine.ts';
import { type Failure, failed, success, UNREACHABLE } from '#machines/shared/result.ts';
import { start } from '#tests/support/model/start.ts';

const INPUT = { passwordSavedFor: '' };
const NOON = Date.UTC(2026, 10, 20, 12);

async function receiveSummary(changes: Parameters<typeof authSummary>[0] = {}) {
  const portal = start(redirectMachine, INPUT);
  await portal.ports.fetchSummary.answer(success({ summary: authSummary(changes), at: NOON }));
  return portal;
}

const output = ({ actor }: Awaited<ReturnType<typeof receiveSummary>>) => actor.getSnapshot().output;

it('a request with the scope openid is an OIDC login', async () => {
  expect(output(await receiveSummary({ hasServiceId: true }))).toMatchObject({
    reason: 'begun',
    type: 'oidc',
  });
});

it('a request with a service ID and without the scope openid is a SAML login', async () => {
  const portal = await receiveSummary({ hasOpenIdScope: false, hasServiceId: true });
  expect(output(portal)).toMatchObject({ reason: 'begun', type: 'saml' });
});

it('a rate limit leads to a page with a retry', async () => {
  const portal = start(redirectMachine, INPUT);
  await portal.ports.fetchSummary.answer(failed(rejected('tooMany', 429)));
  expect(portal.actor.getSnapshot().value).toBe('unanswered');
});

it('a request that is neither OIDC nor SAML is refused', async () => {
  const portal = await receiveSummary({ hasOpenIdScope: false });
  expect(output(portal)).toEqual({ reason: 'refused', notice: 'invalidAccess' });
});

it('a request of a signed-in person continues three seconds after the answer', async () => {
  const portal = await receiveSummary({ isAlreadyAuth: true });
  expect(portal.actor.getSnapshot()).toMatchObject({ value: 'counting', context: { deadline: NOON + 3000 } });
  await portal.clock.advance(2900);
  expect(portal.actor.getSnapshot().value).toBe('counting');
  await portal.clock.advance(100);
  expect(output(portal)).toMatchObject({
    reason: 'authenticated',
    summary: authSummary({ isAlreadyAuth: true }),
  });
});

it('a request of a signed-in person continues immediately on request', async () => {
  const portal = await receiveSummary({ isAlreadyAuth: true });
  portal.actor.send({ type: 'redirect.continue' });
  expect(output(portal)).toMatchObject({ reason: 'authenticated' });
});

it('the countdown can be stopped', async () => {
  const portal = await receiveSummary({ isAlreadyAuth: true });
  await portal.clock.advance(2000);
  portal.actor.send({ type: 'redirect.stay' });
  await portal.clock.advance(60_000);
  expect(portal.actor.getSnapshot()).toMatchObject({ value: 'stayed', context: { deadline: null } });
});

it('a stopped countdown does not start again after a reload', async () => {
  const portal = start(redirectMachine, INPUT);
  const kim = authSummary({ isAlreadyAuth: true, userId: 'kim' });
  await portal.ports.fetchSummary.answer(success({ summary: kim, at: NOON, isCountdownStopped: true }));
  await portal.clock.advance(60_000);
  expect(portal.actor.getSnapshot()).toMatchObject({ value: 'stayed', context: { summary: kim } });
});

it.each([
  ['bong', 'stayed'],
  ['kim', 'counting'],
])(
  'after a password link of %s, with kim signed in, the page is in the state %s',
  async (passwordSavedFor, value) => {
    const portal = start(redirectMachine, { passwordSavedFor });
    const kim = authSummary({ isAlreadyAuth: true, userId: 'kim' });
    await portal.ports.fetchSummary.answer(success({ summary: kim, at: NOON }));
    expect(portal.actor.getSnapshot().value).toBe(value);
  },
);

it.each([
  ['redirect.continue', 'authenticated'],
  ['account.switch', 'switching'],
] as const)('after the countdown is stopped, %s ends the page with the reason %s', async (type, reason) => {
  const portal = await receiveSummary({ isAlreadyAuth: true });
  portal.actor.send({ type: 'redirect.stay' });
  portal.actor.send({ type });
  expect(output(portal)).toMatchObject({ reason });
});

it('a request of a signed-in person without a redirect URL is refused', async () => {
  const portal = await receiveSummary({ isAlreadyAuth: true, redirectUrl: '' });
  expect(output(portal)).toEqual({ reason: 'refused', notice: 'noRedirectUrl' });
});

it.each([
  ['an unknown user', rejected('000', 404), 'notExists'],
  ['a refused session', rejected('', 401), 'unauthorized'],
  ['any other refusal', rejected('', 403), 'invalidAccess'],
] as const)('the error page for %s (%o) has the reason %s', async (_name, failure, notice) => {
  const portal = start(redirectMachine, INPUT);
  await portal.ports.fetchSummary.answer(failed(failure));
  expect(output(portal)).toEqual({ reason: 'refused', notice });
});

it.each<[string, Failure]>([
  ['no answer', UNREACHABLE],
  ['an answer of another shape', { kind: 'malformed', status: 200 }],
  ['a failing server', rejected('', 503)],
])('the summary can be fetched again after %s', async (_name, failure) => {
  const portal = start(redirectMachine, INPUT);
  await portal.ports.fetchSummary.answer(failed(failure));
  expect(portal.actor.getSnapshot()).toMatchObject({ value: 'unanswered', context: { failure } });
  portal.actor.send({ type: 'redirect.retry' });
  await portal.ports.fetchSummary.answer(success({ summary: authSummary(), at: NOON }));
  expect(output(portal)).toMatchObject({ reason: 'begun' });
  expect(portal.ports.fetchSummary.calls).toHaveLength(2);
});

it('the summary can be fetched again after an error of the port', async () => {
  const portal = start(redirectMachine, INPUT);
  await portal.ports.fetchSummary.fail();
  expect(portal.actor.getSnapshot().value).toBe('unanswered');
});
