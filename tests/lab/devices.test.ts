import { readFileSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DeviceStoreError, openDeviceStore } from '#lab/devices/device-store.ts';
import { type LabApp, labApp } from './lab-app.ts';
import { decodeYubikeyOtp } from './yubikey-decoder.ts';

const AES_KEY = '000102030405060708090a0b0c0d0e0f';
const YUBIKEY = 'ccccccbdefgh';

describe('the devices', () => {
  let lab: LabApp;
  beforeEach(() => {
    lab = labApp();
  });
  afterEach(() => lab.removeFolder());

  const get = async (path: string) => (await lab.call('GET', path)).json();
  const post = async (path: string, body?: unknown) => (await lab.call('POST', path, body)).json();
  const page = async (path: string) => (await lab.open(path)).text();
  /** Submits a form as a browser without scripts does, and returns the next page. */
  const submitForm = async (path: string, fields: Readonly<Record<string, string>>, nextPath: string) => {
    const answer = await lab.submit(path, fields);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, nextPath]);
    return page(nextPath);
  };

  it.each([
    ['phone', ['lee']],
    ['mailbox', ['lee']],
    ['card', ['lee', 'hong', 'desk-1']],
    ['yubikey', ['lee', 'nobody']],
    ['passkey', ['lee']],
  ])('list the accounts that have a %s', async (kind, userIds) => {
    expect(await get(`/${kind}`)).toEqual({ userIds });
    for (const userId of userIds) expect(await page(`/${kind}`)).toContain(`href="/${kind}/${userId}"`);
  });

  it.each(['/phone/kim', '/phone/who', '/mailbox/hong', '/card/kim', '/yubikey/kim', '/card/constructor'])(
    'answer 404 at %s',
    async (path) => {
      const response = await lab.call('GET', path);
      expect([response.status, await response.json()]).toEqual([404, { problems: [expect.any(String)] }]);
      const errorPage = await lab.open(path);
      expect([errorPage.status, errorPage.headers.get('content-type')]).toEqual([
        404,
        'text/html; charset=UTF-8',
      ]);
    },
  );

  it.each([
    '/card/kim',
    '/yubikey/kim',
    '/passkey/hong',
    '/passkey/hong/options',
    '/administrator/kim/emergency-code',
    '/administrator/nobody/emergency-code',
    '/administrator/kim/provision-link',
    '/administrator/kim/approval-link',
    '/phone/nobody/app',
  ])('answer 404 to a POST at %s', async (path) => {
    const response = await lab.call('POST', path);
    expect(response.status).toBe(404);
  });

  it.each([
    '/card/lee',
    '/yubikey/lee',
    '/passkey/lee/options',
    '/administrator/lee/emergency-code',
    '/administrator/lee/provision-link',
    '/administrator/lee/approval-link',
    '/phone/lee/app',
  ])('refuse a POST from a page of another origin at %s', async (path) => {
    const response = await lab.call('POST', path, undefined, { origin: 'http://localhost:8080' });
    expect(response.status).toBe(403);
    expect(await get('/card/lee')).toMatchObject({ counter: 0 });
  });

  it('are linked on the start page', async () => {
    const home = await page('/');
    for (const path of [
      '/phone/lee',
      '/mailbox/lee',
      '/card/lee',
      '/yubikey/lee',
      '/administrator',
      '/card/hong',
    ]) {
      expect(home).toContain(`href="${path}"`);
    }
    expect(home).toContain('Sign in as lee');
  });

  describe('the app on the phone', () => {
    it('shows the current code and its remaining time', async () => {
      lab.clock.now = 59_000;
      expect(await get('/phone/lee')).toMatchObject({
        phoneNumber: '010-3456-7890',
        app: { deviceName: 'Galaxy', code: '287082', period: 30, secondsLeft: 1 },
      });
      lab.clock.now = 60_000;
      expect(await get('/phone/lee')).toMatchObject({ app: { code: '359152', secondsLeft: 30 } });
      expect(await page('/phone/lee')).toContain('359152');
    });
  });

  describe('the OTP card', () => {
    it('shows the next code at each press', async () => {
      expect(await get('/card/lee')).toEqual({ kind: 'hotp', serial: 'CARD-1', code: null, counter: 0 });
      expect(await post('/card/lee')).toMatchObject({ code: '755224', counter: 1 });
      expect(await post('/card/lee')).toMatchObject({ code: '287082', counter: 2 });
      expect(await get('/card/lee')).toMatchObject({ code: '287082', counter: 2 });
      expect(await submitForm('/card/lee', {}, '/card/lee')).toContain('359152');
    });

    it('shows the code of the current time when it is time-based', async () => {
      lab.clock.now = 59_000;
      const state = { kind: 'totp', serial: 'CARD-2', code: '94287082', counter: null };
      expect(await post('/card/hong')).toEqual(state);
      lab.clock.now = 1_111_111_109_000;
      expect(await get('/card/hong')).toEqual(state);
      expect(await post('/card/hong')).toEqual({ ...state, code: '07081804' });
    });
  });

  describe('the Yubikey', () => {
    const touch = async (body?: unknown) => {
      const state = await post('/yubikey/lee', body);
      return { state, decoded: decodeYubikeyOtp(state.otp, AES_KEY) };
    };

    it('counts touches; its first touch counts as plugged in again', async () => {
      const startedAt = lab.clock.now;
      expect(await touch()).toMatchObject({
        state: { publicId: YUBIKEY, usage: 8, session: 1 },
        decoded: {
          publicId: YUBIKEY,
          privateId: '010203040506',
          usage: 8,
          session: 0,
          timestamp: 0,
          isCrcValid: true,
        },
      });
      lab.clock.now = startedAt + 10_000;
      expect(await touch({})).toMatchObject({
        decoded: { usage: 8, session: 1, timestamp: 80, isCrcValid: true },
      });
      const afterPlug = await touch({ touch: 'plug' });
      expect(afterPlug).toMatchObject({ decoded: { usage: 9, session: 0, timestamp: 0, isCrcValid: true } });
      expect(await get('/yubikey/lee')).toMatchObject({
        keys: [
          { publicId: YUBIKEY, otp: afterPlug.state.otp, usage: 9, session: 1 },
          { publicId: 'ccccccbdefgi', otp: null },
        ],
      });
    });

    it('increments its usage counter after 256 touches', async () => {
      for (let touches = 0; touches < 255; touches += 1) await touch();
      expect(await touch()).toMatchObject({ decoded: { usage: 8, session: 255 } });
      expect(await touch()).toMatchObject({ decoded: { usage: 9, session: 0 } });
    });

    it('replays its last OTP or, before its first touch, an OTP that the server has already accepted', async () => {
      const replayed = await touch({ touch: 'replay' });
      expect(replayed.decoded).toMatchObject({ usage: 7, session: 3, isCrcValid: true });
      const { state } = await touch();
      expect((await touch({ touch: 'replay' })).state).toEqual(state);
    });

    it('types an OTP in which only the CRC is wrong', async () => {
      expect(await touch({ touch: 'crc' })).toMatchObject({
        decoded: { privateId: '010203040506', usage: 8, session: 0, isCrcValid: false },
      });
    });

    it('types an OTP without the public ID', async () => {
      expect(await touch({ touch: 'anonymous' })).toMatchObject({
        state: { otp: expect.stringMatching(/^.{32}$/), publicId: YUBIKEY },
        decoded: { publicId: '', privateId: '010203040506', usage: 8, session: 0, isCrcValid: true },
      });
    });

    it('is chosen by its public ID', async () => {
      expect((await touch({ key: 'ccccccbdefgi' })).state.publicId).toBe('ccccccbdefgi');
      const [unassigned, foreign] = (await get('/yubikey/nobody')).keys;
      expect((await post('/yubikey/nobody')).publicId).toBe(unassigned.publicId);
      expect((await post('/yubikey/nobody', { key: foreign.publicId })).publicId).toBe('ccccccbdefjf');
    });

    it.each([{ touch: 'hard' }, { key: 'ccccccbdefjf' }, { key: 7 }, { other: true }, 'plain'])(
      'refuses %j',
      async (body) => {
        expect(await post('/yubikey/lee', body)).toEqual({ problems: [expect.any(String)] });
        expect((await get('/yubikey/lee')).keys[0].otp).toBeNull();
      },
    );

    it('can be touched on its page', async () => {
      const nextPage = await submitForm('/yubikey/lee', { touch: 'plain', key: YUBIKEY }, '/yubikey/lee');
      expect(nextPage).toContain((await get('/yubikey/lee')).keys[0].otp);
    });
  });

  describe('the administrator', () => {
    const SEEDED_CODE = { userId: 'lee', code: 'HANBIT27', validUntil: Date.parse('2099-12-31T14:59:59Z') };

    it('shows the seeded code, and issues new codes', async () => {
      expect(await get('/administrator')).toEqual({
        codes: [
          { userId: 'kim', code: null, validUntil: null },
          SEEDED_CODE,
          { userId: 'hong', code: null, validUntil: null },
        ],
      });
      expect(await page('/administrator')).toContain('HANBIT27');
      const newCode = { userId: 'lee', code: 'NEW-lee', validUntil: lab.clock.now + 3_600_000 };
      expect(await post('/administrator/lee/emergency-code')).toEqual(newCode);
      expect((await get('/administrator')).codes[1]).toEqual(newCode);
    });

    it('issues the links that approve or reject an application of a person for a service, by default the demo service, and lists the decisions', async () => {
      expect(await post('/administrator/lee/approval-link', { clientId: 'wiki' })).toEqual({
        userId: 'lee',
        clientId: 'wiki',
        approve: 'http://localhost:8080/approval/lee/wiki',
        reject: 'http://localhost:8080/reject/lee/wiki',
      });
      const approvalPage = await (await lab.submit('/administrator/hong/approval-link', {})).text();
      expect(approvalPage).toContain('href="http://localhost:8080/approval/hong/demo-oidc"');
      expect(await page('/administrator')).toContain('<code>hong</code> · wiki</span><span>rejected');
      expect(await get('/administrator/approvals')).toMatchObject({ approvals: [{ decision: 'rejected' }] });
    });

    it('issues a code by the form on its page', async () => {
      expect(await submitForm('/administrator/hong/emergency-code', {}, '/administrator')).toContain(
        'NEW-hong',
      );
    });
  });

  describe('the device store', () => {
    it('is read again after a restart', async () => {
      await post('/card/lee');
      const { otp } = await post('/yubikey/lee');
      await post('/administrator/lee/emergency-code');
      const store = openDeviceStore(lab.deviceStoreFile);
      expect([
        store.cards.get('lee'),
        store.yubikeys.get(YUBIKEY),
        store.emergencyCodes.get('lee')?.code,
        store.cards.get('constructor'),
      ]).toEqual([
        { counter: 1, shown: '755224' },
        { usage: 8, session: 1, pluggedAt: lab.clock.now, last: otp },
        'NEW-lee',
        null,
      ]);
    });

    it('is empty without a file, and fails for an invalid file', async () => {
      expect(openDeviceStore(lab.deviceStoreFile).cards.get('lee')).toBeNull();
      await post('/card/lee');
      const validText = readFileSync(lab.deviceStoreFile, 'utf8');
      for (const text of ['', '[]', validText.replace('"counter": 1', '"counter": -1')]) {
        writeFileSync(lab.deviceStoreFile, text);
        expect(() => openDeviceStore(lab.deviceStoreFile)).toThrow(DeviceStoreError);
      }
    });
  });
});
