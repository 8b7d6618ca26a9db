import { expect, it } from 'vitest';
import { rejected, summary } from '#cases/samples.ts';
import { redirectMachine } from '#machines/redirect/redirect.machine.ts';
import { type Failure, failed, success, UNREACHABLE } from '#machines/shared/result.ts';
import { start } from '#tests/support/model/start.ts';

const PLAIN = { passwordSavedFor: '' };
const NOON = Date.UTC(2026, 10, 20, 12);

async function arrive(changes: Parameters<typeof summary>[0] = {}) {
  const portal = start(redirectMachine, PLAIN);
  await portal.ports.fetchSummary.answer(success({ summary: summary(changes), at: NOON }));
  return portal;
}

const output = ({ actor }: Awaited<ReturnType<typeof arrive>>) => actor.getSnapshot().output;

it('takes a request with the scope openid for an OIDC login', async () => {
  expect(output(await arrive({ hasServiceId: true }))).toMatchObject({ reason: 'begun', type: 'oidc' });
});

it('takes a request with a service id and no such scope for a SAML login', async () => {
  const portal = await arrive({ hasOpenIdScope: false, hasServiceId: true });
  expect(output(portal)).toMatchObject({ reason: 'begun', type: 'saml' });
});

it('retries after a rate limit', async () => {
  const portal = start(redirectMachine, PLAIN);
  await portal.ports.fetchSummary.answer(failed(rejected('tooMany', 429)));
  expect(portal.actor.getSnapshot().value).toBe('unanswered');
});

it('refuses a request that is neither', async () => {
  const portal = await arrive({ hasOpenIdScope: false });
  expect(output(portal)).toEqual({ reason: 'refused', notice: 'invalidAccess' });
});

it('waits three seconds after the answer when the person is already signed in, then continues', async () => {
  const portal = await arrive({ isAlreadyAuth: true });
  expect(portal.actor.getSnapshot()).toMatchObject({ value: 'counting', context: { deadline: NOON + 3000 } });
  await portal.clock.advance(2900);
  expect(portal.actor.getSnapshot().value).toBe('counting');
  await portal.clock.advance(100);
  expect(output(portal)).toMatchObject({
    reason: 'authenticated',
    summary: summary({ isAlreadyAuth: true }),
  });
});

it('goes on at once when the person says so', async () => {
  const portal = await arrive({ isAlreadyAuth: true });
  portal.actor.send({ type: 'redirect.continue' });
  expect(output(portal)).toMatchObject({ reason: 'authenticated' });
});

it('stops the countdown for a person who wants to stay', async () => {
  const portal = await arrive({ isAlreadyAuth: true });
  await portal.clock.advance(2000);
  portal.actor.send({ type: 'redirect.stay' });
  await portal.clock.advance(60_000);
  expect(portal.actor.getSnapshot()).toMatchObject({ value: 'stayed', context: { deadline: null } });
});

it('does not count again after a reload of a page on which the person stays', async () => {
  const portal = start(redirectMachine, PLAIN);
  const kim = summary({ isAlreadyAuth: true, userId: 'kim' });
  await portal.ports.fetchSummary.answer(success({ summary: kim, at: NOON, isCountdownStopped: true }));
  await portal.clock.advance(60_000);
  expect(portal.actor.getSnapshot()).toMatchObject({ value: 'stayed', context: { summary: kim } });
});

it.each([
  ['bong', 'stayed'],
  ['kim', 'counting'],
])(
  'counts for the person whose password a link has saved alone: of %s, with kim signed in',
  async (passwordSavedFor, value) => {
    const portal = start(redirectMachine, { passwordSavedFor });
    const kim = summary({ isAlreadyAuth: true, userId: 'kim' });
    await portal.ports.fetchSummary.answer(success({ summary: kim, at: NOON }));
    expect(portal.actor.getSnapshot().value).toBe(value);
  },
);

it.each([
  ['redirect.continue', 'authenticated'],
  ['account.switch', 'switching'],
] as const)('after staying, %s still leads on', async (type, reason) => {
  const portal = await arrive({ isAlreadyAuth: true });
  portal.actor.send({ type: 'redirect.stay' });
  portal.actor.send({ type });
  expect(output(portal)).toMatchObject({ reason });
});

it('says that there is nowhere to go when a signed-in person has no redirect URL', async () => {
  const portal = await arrive({ isAlreadyAuth: true, redirectUrl: '' });
  expect(output(portal)).toEqual({ reason: 'refused', notice: 'noRedirectUrl' });
});

it.each([
  ['an unknown user', rejected('000', 404), 'notExists'],
  ['a refused session', rejected('', 401), 'unauthorized'],
  ['any other refusal', rejected('', 403), 'invalidAccess'],
] as const)('tells %s by the reason of the error page', async (_name, failure, notice) => {
  const portal = start(redirectMachine, PLAIN);
  await portal.ports.fetchSummary.answer(failed(failure));
  expect(output(portal)).toEqual({ reason: 'refused', notice });
});

it.each<[string, Failure]>([
  ['no answer', UNREACHABLE],
  ['an answer of another shape', { kind: 'malformed', status: 200 }],
  ['a server that is down', rejected('', 503)],
])('offers to ask again after %s, and begins when the answer comes', async (_name, failure) => {
  const portal = start(redirectMachine, PLAIN);
  await portal.ports.fetchSummary.answer(failed(failure));
  expect(portal.actor.getSnapshot()).toMatchObject({ value: 'unanswered', context: { failure } });
  portal.actor.send({ type: 'redirect.retry' });
  await portal.ports.fetchSummary.answer(success({ summary: summary(), at: NOON }));
  expect(output(portal)).toMatchObject({ reason: 'begun' });
  expect(portal.ports.fetchSummary.calls).toHaveLength(2);
});

it('offers to ask again when the port itself breaks', async () => {
  const portal = start(redirectMachine, PLAIN);
  await portal.ports.fetchSummary.fail();
  expect(portal.actor.getSnapshot().value).toBe('unanswered');
});
