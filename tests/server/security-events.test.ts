import { createPublicKey, verify } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { tokenHash } from '#server/http/bearer-token.ts';
import { createOidcKey } from '#server/protocols/oidc/keys.ts';
import { securityEventDelivery } from '#server/protocols/security-events/delivery.ts';
import { addPasskey } from '#tests/server/storage/owned/entries.ts';
import { accountAdminOf } from '#tests/support/server/account-admin.ts';
import { admin } from '#tests/support/server/admin.ts';
import { startHttpServer } from '#tests/support/server/http-server.ts';
import { PUBLIC_URL, type TestServer, testServer } from '#tests/support/server/server.ts';

const CAEP_EVENT_TYPE = 'https://schemas.openid.net/secevent/caep/event-type';
const RECEIVER_TOKEN = 'a-token-that-a-receiver-holds-0123456789abcdef';
const SIGNING_KEY = createOidcKey();
const PUBLIC_KEY = createPublicKey({
  key: { kty: 'RSA', n: String(SIGNING_KEY.n), e: String(SIGNING_KEY.e) },
  format: 'jwk',
});

type Claims = Readonly<Record<string, unknown>> & { readonly events: Readonly<Record<string, object>> };

let server: TestServer;
/** The status with which the receiver responds. */
let receiverStatus = 202;
/** The requests to the receiver, with their headers and verified claims. */
const received: {
  readonly contentType: unknown;
  readonly authorization: unknown;
  readonly claims: Claims;
}[] = [];

function claimsOf(token: string): Claims {
  const [header = '', payload = '', signature = ''] = token.split('.');
  expect(JSON.parse(Buffer.from(header, 'base64url').toString())).toEqual({
    alg: 'RS256',
    typ: 'secevent+jwt',
    kid: SIGNING_KEY.kid,
  });
  const signedPart = Buffer.from(`${header}.${payload}`);
  expect(verify('sha256', signedPart, PUBLIC_KEY, Buffer.from(signature, 'base64url'))).toBe(true);
  return JSON.parse(Buffer.from(payload, 'base64url').toString());
}

const receiver = await startHttpServer(async (req, res) => {
  const claims = claimsOf(await text(req));
  received.push({
    contentType: req.headers['content-type'],
    authorization: req.headers.authorization,
    claims,
  });
  res.writeHead(receiverStatus).end();
});
afterAll(receiver.close);
beforeEach(async () => {
  received.length = 0;
  receiverStatus = 202;
  server = await testServer({
    sharedSignals: {
      receivers: [
        {
          name: 'edr',
          audience: 'https://edr.example',
          endpoint: `${receiver.url}/events`,
          authorization: 'Bearer of-the-receiver',
          tokens: [{ name: 'edr', hash: tokenHash(RECEIVER_TOKEN) }],
        },
      ],
    },
  });
});

const deliver = ({ portal, db }: TestServer = server) =>
  securityEventDelivery({
    config: portal.config,
    storage: db,
    signingKey: async () => SIGNING_KEY,
    now: portal.now,
  }).deliverDue();

const call = (method: string, path: string, body?: object, token = RECEIVER_TOKEN) =>
  server.browser().request(method, path, {
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });

const disable = (userId: string) => accountAdminOf(server).change(userId, { status: 'disabled' });

const subjectBody = (sub: string) => ({
  stream_id: 'edr',
  subject: { format: 'iss_sub', iss: PUBLIC_URL, sub },
});

test('a receiver gets one signed token of RFC 8417 when a person is disabled', async () => {
  await disable('kim');
  await deliver();
  await deliver();
  const seconds = Math.floor(server.clock.now / 1000);
  expect(received).toEqual([
    {
      contentType: 'application/secevent+jwt',
      authorization: 'Bearer of-the-receiver',
      claims: {
        iss: PUBLIC_URL,
        aud: 'https://edr.example',
        iat: seconds,
        jti: expect.stringMatching(/^[\w-]{36}\.edr$/),
        sub_id: { format: 'iss_sub', iss: PUBLIC_URL, sub: 'kim' },
        events: { [`${CAEP_EVENT_TYPE}/session-revoked`]: { event_timestamp: seconds } },
      },
    },
  ]);
});

test('receivers get events about reported sign-ins, passwords and factors', async () => {
  const { portal } = server;
  await portal.suspensions.suspend('lee');
  const { factorId } = await addPasskey(server, 'kim');
  await portal.registrations.addPasskey(
    {
      userId: 'kim',
      credentialId: 'laptop',
      name: 'laptop',
      publicKey: new Uint8Array(1),
      transports: ['internal'],
      registeredAt: 0,
      counter: 0,
    },
    null,
  );
  await portal.registrations.remove('kim', factorId, async () => true);
  await admin(server, 'password kim', 'Harbour!4t9-violin');
  await deliver();
  const subjects = received.map(({ claims: { sub_id: subjectId, events } }) =>
    Object.entries(events).map(([type, event]) => {
      const { event_timestamp: _time, ...rest } = event as Record<string, unknown>;
      return [(subjectId as { readonly sub: string }).sub, type.replace(`${CAEP_EVENT_TYPE}/`, ''), rest];
    }),
  );
  const change = (credential_type: string, change_type: string) => [
    'kim',
    'credential-change',
    { credential_type, change_type },
  ];
  expect(subjects.flat()).toEqual(
    expect.arrayContaining([
      ['lee', 'session-revoked', {}],
      change('fido2-platform', 'create'),
      change('fido2-roaming', 'delete'),
      change('password', 'update'),
      ['kim', 'session-revoked', {}],
    ]),
  );
  expect(subjects).toHaveLength(5);
});

test('an event that a receiver refuses is stored, explained and sent again with its jti', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  receiverStatus = 503;
  await disable('kim');
  await deliver();
  const { out } = await admin(server, 'explain kim --client demo-oidc');
  expect(out).toContain('Security event: edr has not been notified yet (tries: 1, HTTP 503), next try at ');
  receiverStatus = 202;
  server.wait(2_000);
  await deliver();
  expect(received.map(({ claims: { jti } }) => jti)).toEqual([
    received[0]?.claims['jti'],
    received[0]?.claims['jti'],
  ]);
  expect((await admin(server, 'explain kim --client demo-oidc')).out).toContain(
    'Security event: edr was notified at ',
  );
  await disable('lee');
  receiverStatus = 503;
  server.wait(86_400_000);
  await deliver();
  expect((await admin(server, 'explain lee --client demo-oidc')).out).toContain(
    'Security event: edr was not notified, and there are no more tries (tries: 1, HTTP 503).',
  );
});

test('an event is sent by one of several servers, also when another has stopped', async () => {
  await disable('kim');
  await Promise.all(Array.from({ length: 4 }, () => deliver()));
  expect(received).toHaveLength(1);
  await disable('lee');
  const [dueEvent] = await server.portal.securityEvents.findDue({ kind: 'signal', receiver: 'edr' }, 1);
  if (!dueEvent) throw new Error('No event is due');
  await server.portal.securityEvents.begin(dueEvent, server.clock.now + 5_000);
  await deliver();
  expect(received).toHaveLength(1);
  server.wait(5_000);
  await deliver();
  expect(received).toHaveLength(2);
});

test('the transmitter publishes its configuration', async () => {
  const { json } = await call('GET', '/.well-known/ssf-configuration');
  expect(json).toMatchObject({
    spec_version: '1_0',
    issuer: PUBLIC_URL,
    jwks_uri: `${PUBLIC_URL}/oauth2/jwks`,
    delivery_methods_supported: ['urn:ietf:rfc:8935'],
    default_subjects: 'ALL',
  });
  for (const [name, address] of Object.entries(json))
    if (name.endsWith('_endpoint')) {
      const path = String(address).replace(PUBLIC_URL, '');
      expect({ name, status: (await call('GET', path, undefined, 'wrong')).status }).not.toMatchObject({
        status: 200,
      });
    }
});

test('a receiver reads its stream, which the operator creates and removes', async () => {
  const stream = {
    stream_id: 'edr',
    iss: PUBLIC_URL,
    aud: 'https://edr.example',
    delivery: { method: 'urn:ietf:rfc:8935' },
    events_delivered: [`${CAEP_EVENT_TYPE}/session-revoked`, `${CAEP_EVENT_TYPE}/credential-change`],
  };
  expect((await call('GET', '/ssf/stream')).json).toMatchObject([stream]);
  expect((await call('GET', '/ssf/stream?stream_id=edr')).json).toMatchObject(stream);
  const statuses = async (...calls: readonly (readonly [string, string, object?])[]) =>
    Promise.all(calls.map(async ([method, path, body]) => (await call(method, path, body)).status));
  expect(
    await statuses(
      ['GET', '/ssf/stream?stream_id=other'],
      ['POST', '/ssf/stream', {}],
      ['PATCH', '/ssf/stream', {}],
      ['DELETE', '/ssf/stream?stream_id=edr'],
      ['GET', '/ssf/status'],
      ['POST', '/ssf/status', { stream_id: 'edr', status: 'asleep' }],
      ['POST', '/ssf/subjects/add', subjectBody('nobody')],
      ['POST', '/ssf/subjects/add', { stream_id: 'edr', subject: { format: 'email', email: 'a@b.example' } }],
      ['POST', '/ssf/verify', { stream_id: 'other' }],
      ['POST', '/ssf/verify', { stream_id: 'edr', state: 'x'.repeat(20_000) }],
    ),
  ).toEqual([404, 409, 403, 403, 400, 400, 404, 400, 404, 413]);
  for (const path of ['/ssf/stream', '/ssf/status?stream_id=edr']) {
    const { status, headers } = await call('GET', path, undefined, 'wrong');
    expect([status, headers.get('WWW-Authenticate')]).toEqual([401, 'Bearer']);
  }
});

test('a paused stream stores events until it is enabled, a disabled one discards them', async () => {
  const setStatus = (newStatus: string, reason?: string) =>
    call('POST', '/ssf/status', { stream_id: 'edr', status: newStatus, ...(reason && { reason }) });
  expect((await setStatus('paused', 'upkeep')).json).toEqual({
    stream_id: 'edr',
    status: 'paused',
    reason: 'upkeep',
  });
  await disable('kim');
  await deliver();
  expect(received).toEqual([]);
  await setStatus('enabled');
  expect((await call('GET', '/ssf/status?stream_id=edr')).json).toEqual({
    stream_id: 'edr',
    status: 'enabled',
  });
  await deliver();
  expect(received).toHaveLength(1);
  await setStatus('paused');
  await disable('lee');
  await setStatus('disabled');
  await disable('gil');
  await setStatus('enabled');
  await deliver();
  expect(received).toHaveLength(1);
});

test('a receiver can request a verification every ten seconds', async () => {
  const requestVerification = async () =>
    (await call('POST', '/ssf/verify', { stream_id: 'edr', state: 'abc' })).status;
  expect([await requestVerification(), await requestVerification()]).toEqual([204, 429]);
  server.wait(10_000);
  expect(await requestVerification()).toBe(204);
  await deliver();
  expect(received.map(({ claims: { sub_id: subjectId, events } }) => [subjectId, events])).toEqual(
    Array.from({ length: 2 }, () => [
      { format: 'opaque', id: 'edr' },
      { 'https://schemas.openid.net/secevent/ssf/event-type/verification': { state: 'abc' } },
    ]),
  );
});

test('a receiver gets no events about people whom it has removed', async () => {
  expect((await call('POST', '/ssf/subjects/remove', subjectBody('kim'))).status).toBe(204);
  await disable('kim');
  await disable('lee');
  await deliver();
  expect(received.map(({ claims }) => claims['sub_id'])).toMatchObject([{ sub: 'lee' }]);
  expect((await call('POST', '/ssf/subjects/add', subjectBody('kim'))).status).toBe(200);
  await accountAdminOf(server).endSessions('kim');
  await deliver();
  expect(received.map(({ claims }) => claims['sub_id'])).toMatchObject([{ sub: 'lee' }, { sub: 'kim' }]);
});

test('without receivers there is no transmitter', async () => {
  const other = await testServer();
  expect((await other.browser().request('GET', '/ssf/stream', {})).status).toBe(404);
  await accountAdminOf(other).change('kim', { status: 'disabled' });
  expect(await other.portal.securityEvents.dueRecipients()).toEqual([]);
});

test('the stream of a receiver ends when the receiver is no longer configured', async () => {
  const { ssfStreams } = (await testServer()).portal;
  await ssfStreams.configure(['edr', 'siem']);
  await ssfStreams.setStatus('edr', { status: 'paused', reason: 'maintenance' });
  await ssfStreams.configure(['edr']);
  expect(await ssfStreams.find('edr')).toEqual({ status: 'paused', reason: 'maintenance' });
  expect(await ssfStreams.find('siem')).toBeNull();
});
