import { describe, expect } from 'vitest';
import { type AppKey, appKey, type Curve, type ProofChanges } from '#tests/support/server/app-key.ts';
import { issueAppLink, registerApp } from '#tests/support/server/app-registration.ts';
import { groupsOf, type PhonePush, phoneOf, requestPush } from '#tests/support/server/push.ts';
import { type TestServer, testServer } from '#tests/support/server/server.ts';
import { testWithSetup } from '#tests/support/server/test.ts';
import { qrNumber } from '#wire/qr-login.ts';
import { enter, errCodeOrStatus, statusAndErrCode } from './methods/steps.ts';
import { createQr, pollQr } from './qr-phone.ts';

const SECOND = 1000;
const LIST = '/device/pushes';

/** Lim's phone has an app with a public key. */
async function setUp(curve: Curve = 'P-256') {
  const server = await testServer();
  const app = server.browser();
  const key = appKey(curve);
  const { link } = await issueAppLink(server, 'lim');
  const registration = await registerApp(app, link, { key: undefined, publicKey: key.jwk });
  const call = (method: string, path: string, body?: object) =>
    key.call(app, method, path, server.clock.now, body);
  const list = async () => (await call('GET', LIST)).json['pushes'] as readonly PhonePush[];
  const push = async () => {
    const lim = await enter(server, 'lim');
    const pushId = String((await requestPush(lim.browser, 'lim')).json['pushId']);
    const [{ id, choices } = { id: '', choices: [] }] = await list();
    return { id, choice: choices.find((group) => groupsOf(pushId).includes(group)) ?? '' };
  };
  return { server, app, key, registration, call, list, push };
}

/** The ID of a QR code that its browser has polled once. */
async function createPolledQr(server: TestServer): Promise<string> {
  const browser = server.browser();
  const qrId = String((await createQr(browser)).json['qrId']);
  await pollQr(browser, qrId);
  return qrId;
}

const test = testWithSetup(setUp);

test.for(['P-256', 'Ed25519'] as const)(
  'an app with a %s key proves its calls and signs what its person answers',
  async (curve) => {
    const { server, key, registration, call, list, push } = await setUp(curve);
    expect([registration.status, registration.json['userId']]).toEqual([200, 'lim']);
    const first = await push();
    const { now } = server.clock;
    const approval = { choice: first.choice, ...key.answer(first.id, first.choice, now) };
    expect((await call('POST', `${LIST}/${first.id}/approve`, approval)).status).toBe(200);
    const second = await push();
    expect((await call('POST', `${LIST}/${second.id}/deny`, key.answer(second.id, null, now))).status).toBe(
      200,
    );
    expect(await list()).toEqual([]);
    const qrId = await createPolledQr(server);
    const number = qrNumber(qrId);
    expect((await call('GET', `/device/qr/${qrId}`)).status).toBe(200);
    const scanned = await call('POST', `/device/qr/${qrId}`, { number, ...key.answer(qrId, number, now) });
    expect(scanned.json['outcome']).toBe('approved');
  },
);

describe('a call of an app is refused', () => {
  const other = appKey('Ed25519');
  const seconds = (now: number, count: number): ProofChanges => ({
    claims: { iat: Math.floor((now + count * SECOND) / SECOND) },
  });
  test.for<readonly [string, (now: number, key: AppKey) => string, string]>([
    ['of another method', (now, key) => key.prove('POST', LIST, now), 'proofRefused'],
    ['of another address', (now, key) => key.prove('GET', '/device/qr/1', now), 'proofRefused'],
    [
      'of another portal',
      (now, key) => key.prove('GET', LIST, now, { claims: { htu: `https://evil.example${LIST}` } }),
      'proofRefused',
    ],
    ['61 s old', (now, key) => key.prove('GET', LIST, now, seconds(now, -61)), 'proofRefused'],
    ['61 s ahead', (now, key) => key.prove('GET', LIST, now, seconds(now, 61)), 'proofRefused'],
    [
      'without an ID (jti)',
      (now, key) => key.prove('GET', LIST, now, { claims: { jti: '' } }),
      'proofRefused',
    ],
    [
      'of another type',
      (now, key) => key.prove('GET', LIST, now, { header: { typ: 'JWT' } }),
      'proofRefused',
    ],
    ['not signed', (now, key) => key.prove('GET', LIST, now, { header: { alg: 'none' } }), 'proofRefused'],
    [
      'with the algorithm of another key',
      (now, key) => key.prove('GET', LIST, now, { header: { alg: 'EdDSA' } }),
      'proofRefused',
    ],
    [
      'with the private key in it',
      (now, key) => key.prove('GET', LIST, now, { header: { jwk: key.privateJwk } }),
      'proofRefused',
    ],
    [
      'signed by another key',
      (now, key) => other.prove('GET', LIST, now, { header: { alg: 'ES256', jwk: key.jwk } }),
      'proofRefused',
    ],
    ['followed by more text', (now, key) => key.prove('GET', LIST, now, { tail: '.more' }), 'proofRefused'],
    ['of a key that no app has', (now) => other.prove('GET', LIST, now), 'unknownDevice'],
  ])('for a proof %s', async ([, proofAt, refusal], { setup: { server, app, key } }) => {
    const answer = await app.call('GET', LIST, { headers: { DPoP: proofAt(server.clock.now, key) } });
    expect(statusAndErrCode(answer)).toEqual([401, refusal]);
    expect(answer.headers.get('WWW-Authenticate')).toBe(
      refusal === 'proofRefused' ? 'DPoP error="invalid_dpop_proof"' : null,
    );
  });

  test('for a repeated proof during its lifetime', async ({ setup: { server, app, key } }) => {
    const now = server.clock.now + 60 * SECOND;
    const headers = { DPoP: key.prove('GET', LIST, now) };
    expect((await app.call('GET', LIST, { headers })).status).toBe(200);
    expect(errCodeOrStatus(await app.call('GET', LIST, { headers }))).toBe('proofRefused');
    server.wait(120 * SECOND);
    expect(errCodeOrStatus(await app.call('GET', LIST, { headers }))).toBe('proofRefused');
  });

  test('for a bearer key: the key of the app that the registration replaced, or the public key', async ({
    setup: { server, app, key },
  }) => {
    expect(errCodeOrStatus(await phoneOf(server, 'lim').list())).toBe('unknownDevice');
    for (const bearer of [JSON.stringify(key.jwk), key.jwk.x]) {
      const answer = await app.call('GET', LIST, { headers: { Authorization: `Bearer ${bearer}` } });
      expect(errCodeOrStatus(answer)).toBe('unknownDevice');
    }
  });
});

describe('an answer of an app is refused, and the push stays pending', () => {
  type Answer = (id: string, choice: string, now: number, key: AppKey) => object;
  test.for<readonly [string, Answer]>([
    ['without a signature', () => ({})],
    ['signed for another choice', (id, _, now, key) => key.answer(id, 'XXXX', now)],
    ['signed as a denial', (id, _, now, key) => key.answer(id, null, now)],
    ['signed for another push', (_, choice, now, key) => key.answer('other', choice, now)],
    ['signed 61 s ago', (id, choice, now, key) => key.answer(id, choice, now - 61 * SECOND)],
    ['signed for another time', (id, choice, now, key) => ({ ...key.answer(id, choice, now), at: now + 1 })],
    ['signed by another key', (id, choice, now) => appKey().answer(id, choice, now)],
    ['signed by another algorithm', (id, choice, now) => appKey('Ed25519').answer(id, choice, now)],
    [
      'whose signature contains its own text',
      (id, choice, now, key) => {
        const { at, signature } = key.answer(id, choice, now);
        return { at, signature: signature.replace('..', '.e30.') };
      },
    ],
  ])('%s', async ([, answer], { setup: { server, key, call, list, push } }) => {
    const { id, choice } = await push();
    const signedAnswer = answer(id, choice, server.clock.now, key);
    expect(
      statusAndErrCode(await call('POST', `${LIST}/${id}/approve`, { choice, ...signedAnswer })),
    ).toEqual([400, 'proofRefused']);
    expect(errCodeOrStatus(await call('POST', `${LIST}/${id}/deny`, { ...signedAnswer, at: 1 }))).toBe(
      'proofRefused',
    );
    expect(await list()).toHaveLength(1);
  });

  test('without a signature, also for a QR login', async ({ setup: { server, call } }) => {
    const qrId = await createPolledQr(server);
    const number = qrNumber(qrId);
    expect(errCodeOrStatus(await call('POST', `/device/qr/${qrId}`, { number }))).toBe('proofRefused');
  });
});
