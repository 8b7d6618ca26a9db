import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { administrationOf } from '#server/administration/administration.ts';
import {
  FOREIGN_YUBIKEY,
  SECOND_SPARE_YUBIKEY,
  SEEDED_DEVICES,
  SPARE_CARDS,
  SPARE_YUBIKEY,
} from '#server/seed/devices.ts';
import { challengeFor } from '#tests/server/methods/passkey-steps.ts';
import { enter, errCodeOrStatus, logIn, type Person, send } from '#tests/server/methods/steps.ts';
import { type TestServer, testServer } from '#tests/support/server/server.ts';
import { secretOf, softwareAuthenticator } from '#tests/support/server/software-authenticator.ts';
import { type LabApp, labApp } from './lab-app.ts';

/** Type codes of spec section 2. */
const TYPE_CODES = {
  emergency: '0',
  sms: '1',
  inmail: '2',
  exmail: '3',
  card: '7',
  yubikey: '8',
  app: '9',
  passkey: '12',
} as const;

describe('with the devices of the lab, a person signs in at the server', () => {
  let server: TestServer;
  let lab: LabApp;
  let lee: Person;
  beforeEach(async () => {
    server = await testServer({ lock: { maxFailures: 100 } });
    lab = labApp({
      outbox: server.outbox,
      devices: SEEDED_DEVICES,
      spareYubikeys: { unmapped: SPARE_YUBIKEY, second: SECOND_SPARE_YUBIKEY, foreign: FOREIGN_YUBIKEY },
      spareCards: SPARE_CARDS,
      administration: administrationOf(server.portal),
      now: () => server.clock.now,
    });
    lee = await enter(server, 'lee');
  });
  afterEach(() => lab.removeFolder());

  const json = async (method: string, path: string, body?: unknown) =>
    (await lab.call(method, path, body)).json();
  const touch = async (owner: string, kind: string, key?: string) =>
    (await json('POST', `/yubikey/${owner}`, { touch: kind, ...(key !== undefined && { key }) })).otp;
  const outcomeOf = async (tokenCode: string, secret: string) =>
    errCodeOrStatus(await logIn(lee, tokenCode, secret));

  it.each(['sms', 'inmail', 'exmail'] as const)('by a code that is sent by %s', async (channel) => {
    await send(lee, channel);
    const { code } = await json('GET', `/messages/newest?userId=lee&channel=${channel}`);
    expect(await outcomeOf(TYPE_CODES[channel], code)).toBe(200);
  });

  it('by a code of the app, once in its period', async () => {
    const { app } = await json('GET', '/phone/lee');
    expect(await outcomeOf(TYPE_CODES.app, app.code)).toBe(200);
    expect(await outcomeOf(TYPE_CODES.app, app.code)).toBe('005_2');
    server.wait(app.secondsLeft * 1000);
    expect(await outcomeOf(TYPE_CODES.app, (await json('GET', '/phone/lee')).app.code)).toBe(200);
  });

  it('by a code of the card, whose earlier codes are then invalid', async () => {
    const { code: first } = await json('POST', '/card/lee');
    const { code: second } = await json('POST', '/card/lee');
    expect(await outcomeOf(TYPE_CODES.card, second)).toBe(200);
    expect(await outcomeOf(TYPE_CODES.card, first)).toBe('005_2');
  });

  it('by each new touch of the Yubikey, but not by a replayed OTP', async () => {
    expect(await outcomeOf(TYPE_CODES.yubikey, await touch('lee', 'replay'))).toBe('005_2');
    for (const kind of ['plain', 'plain', 'plug', 'plain']) {
      expect(await outcomeOf(TYPE_CODES.yubikey, await touch('lee', kind))).toBe(200);
    }
    expect(await outcomeOf(TYPE_CODES.yubikey, await touch('lee', 'replay'))).toBe('005_2');
  });

  it.each([
    ['lee', 'crc', undefined, '005_1'],
    ['lee', 'anonymous', undefined, '008_6'],
    ['nobody', 'plain', SPARE_YUBIKEY.publicId, '008_5'],
    ['nobody', 'plain', FOREIGN_YUBIKEY.publicId, '008'],
  ])('but not by a Yubikey of %s with the touch "%s"', async (owner, kind, key, errCode) => {
    expect(await outcomeOf(TYPE_CODES.yubikey, await touch(owner, kind, key))).toBe(errCode);
  });

  it('by a temporary code of the administrator, which replaces the seeded one', async () => {
    const codeOfLee = async () =>
      (await json('GET', '/administrator')).codes.find((code: { userId: string }) => code.userId === 'lee')
        .code;
    const seeded = await codeOfLee();
    const { code: newCode } = await json('POST', '/administrator/lee/emergency-code');
    expect(await codeOfLee()).toBe(newCode);
    expect(await outcomeOf(TYPE_CODES.emergency, seeded)).toBe('004');
    expect(await outcomeOf(TYPE_CODES.emergency, newCode)).toBe(200);
    expect(await outcomeOf(TYPE_CODES.emergency, newCode)).toBe('004_1');
  });

  it('by a passkey of the lab, once with each assertion', async () => {
    const authenticator = softwareAuthenticator({ origin: lab.options.labUrl });
    expect(await json('GET', '/passkey/lee')).toEqual({ userId: 'lee', passkeys: [] });
    const { challenge } = await json('POST', '/passkey/lee/options', {});
    const credential = authenticator.registration(challenge);
    const passkeys = { userId: 'lee', passkeys: [{ name: 'Office laptop', registeredAt: server.clock.now }] };
    expect(await json('POST', '/passkey/lee', { credential })).toEqual(passkeys);
    expect(await json('POST', '/passkey/lee', { credential })).toEqual({ problems: [expect.any(String)] });
    expect(await json('POST', '/passkey/lee', { credential: {} })).toHaveProperty('problems');
    expect(await json('GET', '/passkey/lee')).toEqual(passkeys);
    const secret = secretOf(
      authenticator.assertion(await challengeFor(lee), { origin: 'http://localhost:8080' }),
    );
    expect(await outcomeOf(TYPE_CODES.passkey, secret)).toBe(200);
    expect(await outcomeOf(TYPE_CODES.passkey, secret)).toBe('005_2');
  });
});
