import { describe, expect, it } from 'vitest';
import { CODE, INPUT, SECRET } from '#cases/register-app/register-app.cases.ts';
import { rejected } from '#cases/samples.ts';
import { registerAppMachine } from '#machines/register-app/register-app.machine.ts';
import type { AppMethod, AppRegistrationInput } from '#machines/shared/registration.ts';
import { failed, success, UNREACHABLE } from '#machines/shared/result.ts';
import { start } from '#tests/support/model/start.ts';

const SECOND = 1000;

function choose(method: AppMethod, changes: Partial<AppRegistrationInput> = {}) {
  const screen = start(registerAppMachine, { ...INPUT, ...changes });
  screen.actor.send({ type: 'method.chosen', method });
  return screen;
}

async function sent() {
  const screen = choose('sms');
  await screen.ports.generateAk.answer(success('ak-1'));
  await screen.ports.sendLink.answer({ at: 5000, answer: success({}) });
  return screen;
}

async function drawn() {
  const screen = choose('qrCode');
  await screen.ports.drawCode.answer({ at: 5000, answer: success(CODE) });
  return screen;
}

describe('by SMS', () => {
  it('sends the link with the key that was made for it, and asks once a second until the app has come', async () => {
    const { actor, ports, clock } = await sent();
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

  it('goes on over a lost connection, and stops after 300 s', async () => {
    const { actor, ports, clock } = await sent();
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

describe('by QR code', () => {
  it('shows the picture for 30 s', async () => {
    const { actor, ports, clock } = await drawn();
    expect(actor.getSnapshot().context).toMatchObject({ code: CODE, deadline: 35_000 });
    await clock.advance(30 * SECOND);
    await ports.checkRegistered.answer(success(false));
    expect(actor.getSnapshot().value).toBe('expired');
    actor.send({ type: 'code.renew' });
    expect(ports.drawCode.calls).toHaveLength(2);
  });

  it('shows the digits in place of the picture for as long as a link, and keeps polling', async () => {
    const { actor, ports, clock } = await drawn();
    actor.send({ type: 'digits.show' });
    expect(actor.getSnapshot().context.deadline).toBe(305_000);
    await clock.advance(60 * SECOND);
    expect(actor.getSnapshot().matches({ shown: { code: { valid: 'digits' } } })).toBe(true);
    await ports.checkRegistered.answer(success(true));
    expect(actor.getSnapshot().output).toEqual({ reason: 'registered' });
  });
});

describe('the digits of a code', () => {
  it('are hidden when the server no longer accepts them, however late they were requested', async () => {
    const { actor, ports, clock } = await drawn();
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

describe('offline', () => {
  it('takes the client key in upper case, shows what to compare, then registers by the type of the phone', async () => {
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

  it.each(['', 'AB12', 'AB12CD34EF56GH7!', 'AB12CD34EF56GH789'])('sends no key like %j', (key) => {
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

describe('a standard authenticator', () => {
  const added = async () => {
    const screen = choose('standard');
    await screen.ports.issueSecret.answer({ at: 5000, answer: success(SECRET) });
    return screen;
  };

  it('registers by a code of six digits, after which nothing of the secret is left', async () => {
    const { actor, ports } = await added();
    expect(actor.getSnapshot().context).toMatchObject({ secret: SECRET, deadline: 305_000 });
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
      'goes when its time is over',
      async ({ clock }: Awaited<ReturnType<typeof added>>) => clock.advance(300 * SECOND),
    ],
    [
      'outlasts its time while a code is checked, and goes with a refusal',
      async ({ actor, clock, ports }: Awaited<ReturnType<typeof added>>) => {
        actor.send({ type: 'code.submitted', code: '135790' });
        await clock.advance(300 * SECOND);
        expect(actor.getSnapshot().matches({ adding: { code: 'confirming' } })).toBe(true);
        await ports.registerStandard.answer(failed(rejected('secretExpired')));
      },
    ],
  ])('%s', async (_, pass) => {
    const screen = await added();
    await pass(screen);
    expect(screen.actor.getSnapshot()).toMatchObject({ value: 'secretExpired', context: { secret: null } });
    screen.actor.send({ type: 'code.renew' });
    expect(screen.ports.issueSecret.calls).toHaveLength(2);
  });

  it('forgets the secret when the person chooses another way', async () => {
    const { actor } = await added();
    actor.send({ type: 'registration.back' });
    expect(actor.getSnapshot()).toMatchObject({ value: 'choosing', context: { secret: null } });
  });
});

it('offers only the methods of the policy', () => {
  const appMethods = { sms: false, qrCode: true, offline: false, standard: false };
  expect(choose('standard', { appMethods }).actor.getSnapshot().value).toBe('choosing');
  expect(choose('offline', { appMethods }).actor.getSnapshot().value).toBe('choosing');
  expect(choose('qrCode', { appMethods }).actor.getSnapshot().value).toBe('drawing');
});
