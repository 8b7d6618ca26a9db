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
import { enter, logIn, type Person, send, verdictOf } from '#tests/server/methods/steps.ts';
import { type TestServer, testServer } from '#tests/support/server/server.ts';
import { secretOf, softwareAuthenticator } from '#tests/support/server/software-authenticator.ts';
import { type LabApp, labApp } from './lab-app.ts';

/** Type codes of spec section 2. */
const CODES = {
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
  const touch = async (holder: string, how: string, key?: string) =>
    (await json('POST', `/yubikey/${holder}`, { touch: how, ...(key !== undefined && { key }) })).otp;
  const verdict = async (tokenCode: string, secret: string) => verdictOf(await logIn(lee, tokenCode, secret));

  it.each(['sms', 'inmail', 'exmail'] as const)('by a code that arrives by %s', async (channel) => {
    await send(lee, channel);
    const { code } = await json('GET', `/messages/newest?userId=lee&channel=${channel}`);
    expect(await verdict(CODES[channel], code)).toBe(200);
  });

  it('by the app, once in its period', async () => {
    const { app } = await json('GET', '/phone/lee');
    expect(await verdict(CODES.app, app.code)).toBe(200);
    expect(await verdict(CODES.app, app.code)).toBe('005_2');
    server.wait(app.secondsLeft * 1000);
    expect(await verdict(CODES.app, (await json('GET', '/phone/lee')).app.code)).toBe(200);
  });

  it('by the card, whose earlier numbers are then invalid', async () => {
    const { code: first } = await json('POST', '/card/lee');
    const { code: second } = await json('POST', '/card/lee');
    expect(await verdict(CODES.card, second)).toBe(200);
    expect(await verdict(CODES.card, first)).toBe('005_2');
  });

  it('by each touch of the Yubikey', async () => {
    expect(await verdict(CODES.yubikey, await touch('lee', 'replay'))).toBe('005_2');
    for (const how of ['plain', 'plain', 'plug', 'plain']) {
      expect(await verdict(CODES.yubikey, await touch('lee', how))).toBe(200);
    }
    expect(await verdict(CODES.yubikey, await touch('lee', 'replay'))).toBe('005_2');
  });

  it.each([
    ['lee', 'crc', undefined, '005_1'],
    ['lee', 'anonymous', undefined, '008_6'],
    ['nobody', 'plain', SPARE_YUBIKEY.publicId, '008_5'],
    ['nobody', 'plain', FOREIGN_YUBIKEY.publicId, '008'],
  ])('but not by a key of %s with the touch "%s"', async (holder, how, key, errCode) => {
    expect(await verdict(CODES.yubikey, await touch(holder, how, key))).toBe(errCode);
  });

  it('by the code of the seed, until the administrator issues another', async () => {
    const codeOfLee = async () =>
      (await json('GET', '/administrator')).codes.find((code: { userId: string }) => code.userId === 'lee')
        .code;
    const seeded = await codeOfLee();
    const { code: issued } = await json('POST', '/administrator/lee/emergency-code');
    expect(await codeOfLee()).toBe(issued);
    expect(await verdict(CODES.emergency, seeded)).toBe('004');
    expect(await verdict(CODES.emergency, issued)).toBe(200);
    expect(await verdict(CODES.emergency, issued)).toBe('004_1');
  });

  it('by a passkey of the lab, once for each assertion', async () => {
    const maker = softwareAuthenticator({ origin: lab.options.labUrl });
    expect(await json('GET', '/passkey/lee')).toEqual({ userId: 'lee', passkeys: [] });
    const { challenge } = await json('POST', '/passkey/lee/options', {});
    const credential = maker.registration(challenge);
    const made = { userId: 'lee', passkeys: [{ name: 'Office laptop', registeredAt: server.clock.now }] };
    expect(await json('POST', '/passkey/lee', { credential })).toEqual(made);
    expect(await json('POST', '/passkey/lee', { credential })).toEqual({ problems: [expect.any(String)] });
    expect(await json('POST', '/passkey/lee', { credential: {} })).toHaveProperty('problems');
    expect(await json('GET', '/passkey/lee')).toEqual(made);
    const secret = secretOf(maker.assertion(await challengeFor(lee), { origin: 'http://localhost:8080' }));
    expect(await verdict(CODES.passkey, secret)).toBe(200);
    expect(await verdict(CODES.passkey, secret)).toBe('005_2');
  });
});
