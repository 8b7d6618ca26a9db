import { describe, expect, it } from 'vitest';
import {
  FACTOR,
  FACTORS_WITH_APP,
  FACTORS_WITH_CARD,
  managementInput,
  registeredFactors,
} from '#cases/management/management.cases.ts';
import { rejected } from '#cases/samples.ts';
import { managementMachine } from '#machines/management/management.machine.ts';
import type { ManagementInput, RegisteredFactors } from '#machines/management/management.types.ts';
import { failed, success } from '#machines/shared/result.ts';
import { start } from '#tests/support/model/start.ts';
import { SERVER_ERROR, TOO_WEAK } from '#tests/support/refusals.ts';

async function open(
  changes: Partial<ManagementInput> = {},
  factors: RegisteredFactors = registeredFactors(),
) {
  const screen = start(managementMachine, managementInput(changes));
  await screen.ports.lookUp.answer(success(factors));
  return screen;
}

const WITH_OVERVIEW: Partial<ManagementInput> = { code: null, hasOverview: true, listsFactors: true };

async function openProven(changes: Partial<ManagementInput> = {}, factors?: RegisteredFactors) {
  const screen = await open(changes, factors);
  screen.actor.send({ type: 'password.submitted', password: 'Secret!2026' });
  await screen.ports.reauthenticate.answer(success('token-1'));
  await screen.ports['self-auth'].answer({ reason: 'passed', token: 'token-1', method: 'sms' });
  return screen;
}

it('a registration requires the password, then the identity check, and receives the token of the check', async () => {
  const { actor, ports } = await open();
  expect(actor.getSnapshot().value).toEqual({ proving: 'entering' });
  actor.send({ type: 'password.submitted', password: 'Secret!2026' });
  expect(ports.reauthenticate.waiting().input).toEqual({
    userId: 'kim',
    clientId: 'demo',
    policyId: 'policy-1',
    password: 'Secret!2026',
  });
  await ports.reauthenticate.answer(success('token-1'));
  expect(ports['self-auth'].waiting().input).toMatchObject({ token: 'token-1' });
  await ports['self-auth'].answer({ reason: 'passed', token: 'token-1', method: 'sms' });
  expect(ports['register-card'].waiting().input).toEqual({ userId: 'kim', token: 'token-1', hasCard: false });
});

it('the success is shown for 1.5 s, or until it is confirmed', async () => {
  const first = await openProven();
  await first.ports['register-card'].answer({ reason: 'registered' });
  await first.clock.advance(1400);
  expect(first.actor.getSnapshot().value).toBe('succeeded');
  await first.clock.advance(100);
  expect(first.actor.getSnapshot().output).toEqual({ reason: 'registered', code: '7' });
  const second = await openProven();
  await second.ports['register-card'].answer({ reason: 'registered' });
  second.actor.send({ type: 'success.confirmed' });
  expect(second.actor.getSnapshot().output).toEqual({ reason: 'registered', code: '7' });
});

it('a registration starts with the identity check when the account has no password', async () => {
  const { actor } = await open({}, registeredFactors({ hasPassword: false }));
  expect(actor.getSnapshot().value).toEqual({ proving: 'identifying' });
});

it('a password of another system is required, even when hasPassword is false', async () => {
  const { actor } = await open({ isLocalUser: false }, registeredFactors({ hasPassword: false }));
  expect(actor.getSnapshot().value).toEqual({ proving: 'entering' });
});

it('a new sign-in is required when the proof is too weak', async () => {
  const { actor, ports } = await openProven();
  await ports['register-card'].answer({ reason: 'tooWeak' });
  expect(actor.getSnapshot().value).toBe('tooWeak');
  actor.send({ type: 'login.request' });
  expect(actor.getSnapshot().output).toEqual({ reason: 'signIn' });
});

describe('an obstacle is shown before the password is requested', () => {
  it('when an app is registered and the QR login is requested', async () => {
    const { actor, ports } = await open({ code: '11' }, FACTORS_WITH_APP);
    expect(actor.getSnapshot().value).toBe('appRegistered');
    expect(ports.reauthenticate.calls).toHaveLength(0);
  });

  it.each([
    { hasTimeLeft: false, isBelowLimit: true },
    { hasTimeLeft: true, isBelowLimit: false },
  ])('when the licence is %o', async (license) => {
    const { actor } = await open({ code: '9', isSaas: false }, registeredFactors({ license }));
    expect(actor.getSnapshot().value).toBe('blocked');
  });
});

it('an exhausted licence does not prevent a registration on SaaS', async () => {
  const license = { hasTimeLeft: false, isBelowLimit: false };
  const { actor } = await open({ code: '9', isSaas: true }, registeredFactors({ license }));
  expect(actor.getSnapshot().value).toEqual({ proving: 'entering' });
});

it('a registered app can be replaced when the app OTP is requested', async () => {
  expect((await open({ code: '9' }, FACTORS_WITH_APP)).actor.getSnapshot().value).toEqual({
    proving: 'entering',
  });
});

it('a required sign-in precedes the password and the identity check', async () => {
  const { actor, ports } = await open({ code: '7' }, registeredFactors({ mustSignIn: true }));
  expect(actor.getSnapshot().value).toBe('tooWeak');
  expect(ports.reauthenticate.calls).toHaveLength(0);
  actor.send({ type: 'login.request' });
  expect(actor.getSnapshot().output).toEqual({ reason: 'signIn' });
});

it('the password is required again when the proof has expired, and the chosen factor type opens after it', async () => {
  const { actor, ports } = await openProven();
  await ports['register-card'].answer({ reason: 'proofExpired' });
  expect(actor.getSnapshot()).toMatchObject({
    value: { proving: 'entering' },
    context: { isProofRequiredAgain: true, token: '' },
  });
  actor.send({ type: 'password.submitted', password: 'Secret!2026' });
  await ports.reauthenticate.answer(success('token-2'));
  await ports['self-auth'].answer({ reason: 'passed', token: 'token-2', method: 'sms' });
  expect(ports['register-card'].waiting().input).toMatchObject({ token: 'token-2' });
});

it('a factor type can be chosen when the address has none, and Back leads to the choice', async () => {
  const { actor, ports } = await openProven({ code: null });
  expect(actor.getSnapshot().value).toBe('choosing');
  actor.send({ type: 'type.chosen', factorType: '8' });
  await ports['register-yubikey'].answer({ reason: 'back' });
  expect(actor.getSnapshot().value).toBe('choosing');
  actor.send({ type: 'management.back' });
  expect(actor.getSnapshot().output).toEqual({ reason: 'back' });
});

it.each([
  ['the registration of a first card', [], 'registration', '7', 'register-card'],
  ['the registration of a second key', [{ ...FACTOR, type: '8' }], 'registration', '8', 'register-yubikey'],
  ['the details of the registered card', [FACTOR], 'details', '7', 'fetchFactorsOfType'],
] as const)('the overview leads to %s', async (_, factors, reason, factorType, port) => {
  const { ports } = await openProven(WITH_OVERVIEW, FACTORS_WITH_CARD);
  await ports.factors.answer({ reason, factorType, factors });
  expect(ports[port].calls).toHaveLength(1);
});

it('the password is required again when the proof of the overview has expired', async () => {
  const { actor, ports } = await openProven(WITH_OVERVIEW, FACTORS_WITH_CARD);
  await ports.factors.answer({ reason: 'proofExpired' });
  expect(actor.getSnapshot()).toMatchObject({
    value: { proving: expect.anything() },
    context: { isProofRequiredAgain: true, token: '' },
  });
});

it('a third key cannot be registered', async () => {
  const { actor, ports } = await openProven(WITH_OVERVIEW);
  const key = { ...FACTOR, type: '8' as const };
  await ports.factors.answer({
    reason: 'details',
    factorType: '8',
    factors: [key, { ...key, factorId: 'factor-2' }],
  });
  await ports.fetchFactorsOfType.answer(success([key]));
  expect(actor.getSnapshot().can({ type: 'factor.register' })).toBe(false);
});

it('a wrong password can be entered again', async () => {
  const { actor, ports } = await open();
  actor.send({ type: 'password.submitted', password: '' });
  expect(actor.getSnapshot().context.problem).toBe('info.enter.pw');
  actor.send({ type: 'password.submitted', password: 'wrong' });
  await ports.reauthenticate.answer(failed(rejected('001')));
  actor.send({ type: 'failure.dismissed' });
  expect(actor.getSnapshot().value).toEqual({ proving: 'entering' });
});

it('the only factor type opens immediately, and Back leaves the flow', async () => {
  const { actor, ports } = await openProven({ code: null, factorTypes: ['12'] });
  expect(actor.getSnapshot().value).toEqual({ registering: 'passkey' });
  await ports['register-passkey'].answer({ reason: 'back' });
  expect(actor.getSnapshot().output).toEqual({ reason: 'back' });
});

it('the only factor type that is not registered opens, and Back leads to the choice, where a registered one can be opened', async () => {
  const { actor, ports } = await openProven({ code: null, factorTypes: ['7', '9'] }, FACTORS_WITH_CARD);
  expect(actor.getSnapshot().value).toEqual({ registering: 'app' });
  await ports['register-app'].answer({ reason: 'back' });
  expect(actor.getSnapshot().value).toBe('choosing');
  actor.send({ type: 'type.chosen', factorType: '7' });
  expect(actor.getSnapshot().value).toMatchObject({ details: 'showing' });
});

it('an offline app cannot be the default for the QR login, since it cannot scan a code', async () => {
  const offline = { ...registeredFactors().authenticators, mobileApp: 'offline' };
  const { actor } = await open({ code: '11' }, registeredFactors({ authenticators: offline }));
  expect(actor.getSnapshot().value).toBe('appRegistered');
  expect(actor.getSnapshot().can({ type: 'default.open' })).toBe(false);
});

describe('a registered factor', () => {
  const openDetails = async (changes: Partial<ManagementInput> = {}) => {
    const screen = await openProven({ listsFactors: true, ...changes }, FACTORS_WITH_CARD);
    expect(screen.actor.getSnapshot().value).toEqual({ details: 'loading' });
    return screen;
  };

  it('is shown with its details, and Back leaves it', async () => {
    const { actor, ports } = await openDetails();
    await ports.fetchFactorsOfType.answer(success([FACTOR]));
    expect(actor.getSnapshot().value).toEqual({ details: 'showing' });
    actor.send({ type: 'management.back' });
    expect(actor.getSnapshot()).toMatchObject({ value: 'done', output: { reason: 'back' } });
  });

  it('is shown by its name when the details cannot be fetched', async () => {
    const { actor, ports } = await openDetails();
    await ports.fetchFactorsOfType.answer(SERVER_ERROR);
    expect(actor.getSnapshot().value).toEqual({ details: 'showing' });
  });

  it('requires a new sign-in when the proof is too weak, also when the default is changed', async () => {
    const first = await openDetails();
    await first.ports.fetchFactorsOfType.answer(TOO_WEAK);
    expect(first.actor.getSnapshot().value).toBe('tooWeak');
    const second = await openDetails();
    await second.ports.fetchFactorsOfType.answer(success([FACTOR]));
    second.actor.send({ type: 'default.toggle' });
    await second.ports.saveDefault.answer(TOO_WEAK);
    expect(second.actor.getSnapshot().value).toBe('tooWeak');
  });
});
