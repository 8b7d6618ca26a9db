import { describe, expect, it } from 'vitest';
import {
  AUTHENTICATOR_SECRET,
  REGISTER_APP_INPUT,
  REGISTRATION_CODE,
} from '#cases/register-app/register-app.cases.ts';
import { rejected } from '#cases/samples.ts';
import { registerAppMachine } from '#machines/register-app/register-app.machine.ts';
import type { AppMethod, AppRegistrationInput } from '#machines/shared/registration.ts';
import { failed, success, UNREACHABLE } from '#machines/shared/result.ts';
import { start } from '#tests/support/model/start.ts';

const SECOND = 1000;

function choose(method: AppMethod, changes: Partial<AppRegistrationInput> = {}) {
  const screen = start(registerAppMachine, { ...REGISTER_APP_INPUT, ...changes });
  screen.actor.send({ type: 'method.chosen', method });
  return screen;
}

async function sendLink() {
  const screen = choose('sms');
  await screen.ports.generateAk.answer(success('ak-1'));
  await screen.ports.sendLink.answer({ at: 5000, answer: success({}) });
  return screen;
}

async function showQrCode() {
  const screen = choose('qrCode');
  await screen.ports.createCode.answer({ at: 5000, answer: success(REGISTRATION_CODE) });
  return screen;
}

describe('the registration by SMS', () => {
  it('sends a link with its ak, and polls once a second until the app is registered', async () => {
    const { actor, ports, clock } = await sendLink();
    expect(ports.sendLink.calls[0]?.input).toMatchObject({ ak: 'ak-1', clientId: 'demo' });
    expect(actor.getSnapshot().context).toMatchObject({ deadline: 305_000, ak: '' });
    for (let second = 0; second < 5; second++) {
      await ports.checkRegistered.answer(success(false));
      await clock.advance(SECOND);
    }
    expect(ports.checkRegistered.calls).toHaveLength(6);
    await ports.checkRegistered.answer(success(true));
    expect(actor.getSnapshot().output).toEqual({ reason: 'registered' });
  });

  it('continues during a lost network connection, and expires after 300 s', async () => {
    const { actor, ports, clock } = await sendLink();
    for (let second = 0; second < 300; second++) {
      await ports.checkRegistered.answer(failed(UNREACHABLE));
      await clock.advance(SECOND);
    }
    if (ports.checkRegistered.isWaiting()) await ports.checkRegistered.answer(success(false));
    expect(actor.getSnapshot().value).toBe('expired');
    expect(ports.checkRegistered.calls.length).toBeLessThanOrEqual(301);
    actor.send({ type: 'code.renew' });
    expect(ports.generateAk.calls).toHaveLength(2);
  });

  it('is not offered without a phone number', () => {
    expect(choose('sms', { phoneNumber: null }).ports.generateAk.calls).toHaveLength(0);
  });
});

describe('the registration by QR code', () => {
  it('shows the picture for 30 s', async () => {
    const { actor, ports, clock } = await showQrCode();
    expect(actor.getSnapshot().context).toMatchObject({ code: REGISTRATION_CODE, deadline: 35_000 });
    await clock.advance(30 * SECOND);
    await ports.checkRegistered.answer(success(false));
    expect(actor.getSnapshot().value).toBe('expired');
    actor.send({ type: 'code.renew' });
    expect(ports.createCode.calls).toHaveLength(2);
  });

  it('shows the digits instead of the picture for 300 s, and continues to poll', async () => {
    const { actor, ports, clock } = await showQrCode();
    actor.send({ type: 'digits.show' });
    expect(actor.getSnapshot().context.deadline).toBe(305_000);
    await clock.advance(60 * SECOND);
    expect(actor.getSnapshot().matches({ shown: { code: { valid: 'digits' } } })).toBe(true);
    await ports.checkRegistered.answer(success(true));
    expect(actor.getSnapshot().output).toEqual({ reason: 'registered' });
  });
});

describe('the digits of a code', () => {
  it('are hidden when the server no longer accepts them, also when they were requested late', async () => {
    const { actor, ports, clock } = await showQrCode();
    await clock.advance(29 * SECOND);
    await ports.checkRegistered.answer(success(false));
    actor.send({ type: 'digits.show' });
    await clock.advance(270 * SECOND);
    expect(actor.getSnapshot().matches({ shown: { code: { valid: 'digits' } } })).toBe(true);
    await ports.checkRegistered.answer(success(false));
    await clock.advance(SECOND);
    await ports.checkRegistered.answer(success(false));
    expect(actor.getSnapshot().value).toBe('expired');
  });
});

describe('the registration of an offline app', () => {
  it('sends the client key in upper case, shows the values to compare, and then registers with the type of the phone', async () => {
    const { actor, ports } = choose('offline');
    actor.send({ type: 'key.submitted', key: 'ab12 cd34 ef56 gh78' });
    expect(ports.sendKey.waiting().input).toMatchObject({ key: 'AB12CD34EF56GH78' });
    await ports.sendKey.answer(success({}));
    await ports.fetchOffline.answer(success({ ak: 'K7QM2ZXW', otp: '269521' }));
    expect(actor.getSnapshot()).toMatchObject({
      value: 'comparing',
      context: { offline: { ak: 'K7QM2ZXW', otp: '269521' } },
    });
    actor.send({ type: 'comparison.confirmed' });
    expect(actor.getSnapshot().value).toBe('choosingOs');
    actor.send({ type: 'app.register', osType: 'ios' });
    expect(ports.registerOffline.waiting().input).toMatchObject({ osType: 'ios' });
    await ports.registerOffline.answer(success({}));
    expect(actor.getSnapshot().output).toEqual({ reason: 'registered' });
  });

  it.each(['', 'AB12', 'AB12CD34EF56GH7!', 'AB12CD34EF56GH789'])('does not send the key %j', (key) => {
    const { actor, ports } = choose('offline');
    actor.send({ type: 'key.submitted', key });
    expect(actor.getSnapshot().context.problem).toBe('info.mobileapp.failure.clientkey');
    expect(ports.sendKey.calls).toHaveLength(0);
  });

  it('leads back to the key when the server refuses it', async () => {
    const { actor, ports } = choose('offline');
    actor.send({ type: 'key.submitted', key: 'AB12CD34EF56GH78' });
    await ports.sendKey.answer(failed(rejected('clientKey')));
    actor.send({ type: 'failure.dismissed' });
    expect(actor.getSnapshot().value).toBe('enteringKey');
  });
});

describe('the registration of a standard authenticator', () => {
  const issueSecret = async () => {
    const screen = choose('standard');
    await screen.ports.issueSecret.answer({ at: 5000, answer: success(AUTHENTICATOR_SECRET) });
    return screen;
  };

  it('requires a code of six digits, which can be sent again after a refusal', async () => {
    const { actor, ports } = await issueSecret();
    expect(actor.getSnapshot().context).toMatchObject({ secret: AUTHENTICATOR_SECRET, deadline: 305_000 });
    for (const [code, problem] of [
      [' ', 'alert'],
      ['12345', 'invalid'],
      ['12345a', 'invalid'],
    ] as const) {
      actor.send({ type: 'code.submitted', code });
      expect(actor.getSnapshot().context.problem).toBe(`info.enter.otp.${problem}`);
    }
    actor.send({ type: 'code.submitted', code: ' 135790 ' });
    expect(ports.registerStandard.waiting().input).toMatchObject({ code: '135790' });
    await ports.registerStandard.answer(failed(rejected('005_1')));
    actor.send({ type: 'failure.dismissed' });
    actor.send({ type: 'code.submitted', code: '135790' });
    await ports.registerStandard.answer(success({}));
    expect(actor.getSnapshot().output).toEqual({ reason: 'registered' });
  });

  it.each([
    [
      'removes the secret when it has expired',
      async ({ clock }: Awaited<ReturnType<typeof issueSecret>>) => clock.advance(300 * SECOND),
    ],
    [
      'keeps an expired secret while a code is checked, and removes it after a refusal',
      async ({ actor, clock, ports }: Awaited<ReturnType<typeof issueSecret>>) => {
        actor.send({ type: 'code.submitted', code: '135790' });
        await clock.advance(300 * SECOND);
        expect(actor.getSnapshot().matches({ adding: { code: 'confirming' } })).toBe(true);
        await ports.registerStandard.answer(failed(rejected('secretExpired')));
      },
    ],
  ])('%s', async (_, expire) => {
    const screen = await issueSecret();
    await expire(screen);
    expect(screen.actor.getSnapshot()).toMatchObject({ value: 'secretExpired', context: { secret: null } });
    screen.actor.send({ type: 'code.renew' });
    expect(screen.ports.issueSecret.calls).toHaveLength(2);
  });

  it('removes the secret when the person goes back to the choice', async () => {
    const { actor } = await issueSecret();
    actor.send({ type: 'registration.back' });
    expect(actor.getSnapshot()).toMatchObject({ value: 'choosing', context: { secret: null } });
  });
});

it('only the app methods of the policy can be chosen', () => {
  const appMethods = { sms: false, qrCode: true, offline: false, standard: false };
  expect(choose('standard', { appMethods }).actor.getSnapshot().value).toBe('choosing');
  expect(choose('offline', { appMethods }).actor.getSnapshot().value).toBe('choosing');
  expect(choose('qrCode', { appMethods }).actor.getSnapshot().value).toBe('drawing');
});
