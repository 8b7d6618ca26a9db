import { describe, expect, it } from 'vitest';
import type { Client } from '#src/api/client.ts';
import { fetchAccessToken, requestCode } from '#src/api/sending.ts';
import { clientWith, PORTAL_ORIGIN } from '#tests/support/client.ts';
import { openNetwork } from '#tests/support/network.ts';

const { requests, ...network } = openNetwork();
const { signal } = new AbortController();
const subject = { userId: 'kim', clientId: 'c' };

/** The portal's client with this answer; its session has another token. */
function clientOf(answer: unknown, status = 200): Client {
  network.answer(() => Response.json(answer, { status }));
  return clientWith({ accessToken: () => 'session-token' });
}

describe('the access token for sending', () => {
  it('is requested for a person and a service', async () => {
    const client = clientOf({ status: 200, accessToken: 'send-token' });
    expect(await fetchAccessToken(client, subject, signal)).toEqual({ ok: true, value: 'send-token' });
    expect(requests.map(({ method, url }) => [method, url])).toEqual([
      ['POST', `${PORTAL_ORIGIN}/token/access`],
    ]);
    expect(await requests[0]?.json()).toEqual(subject);
  });

  it.each([{}, { accessToken: '' }, { accessToken: null }, { accessToken: 1 }])(
    'is malformed in %j',
    async (answer) => {
      expect(await fetchAccessToken(clientOf(answer), subject, signal)).toEqual({
        ok: false,
        failure: { kind: 'malformed', status: 200 },
      });
    },
  );

  it('is refused to a session without a proof', async () => {
    const client = clientOf({ status: 401, errCode: 'notAuthorized', message: '' }, 401);
    expect(await fetchAccessToken(client, subject, signal)).toMatchObject({
      failure: { kind: 'rejected', status: 401, code: 'notAuthorized' },
    });
  });
});

describe('the request for a code', () => {
  const send = (client: Client, channel: 'sms' | 'internalMail' | 'privateMail') =>
    requestCode(client, { ...subject, channel, token: 'send-token', purpose: 'Code to sign in' }, signal);

  it.each([
    ['sms', 'sms'],
    ['internalMail', 'inmail'],
    ['privateMail', 'exmail'],
  ] as const)("by %s sends the purpose, and its own token instead of the session's", async (channel, end) => {
    const client = clientOf({ result: true });
    expect(await send(client, channel)).toEqual({ ok: true, value: undefined });
    const [request] = requests;
    expect([request?.method, request?.url]).toEqual(['POST', `${PORTAL_ORIGIN}/auth/oauth2/send/${end}`]);
    expect(request?.headers.get('Authorization')).toBe('Bearer send-token');
    expect(await request?.json()).toEqual({ ...subject, content: 'Code to sign in' });
  });

  it.each([true, 'Y'])('succeeds when the result is %j', async (result) => {
    expect(await send(clientOf({ result }), 'sms')).toMatchObject({ ok: true });
  });

  it.each([
    { result: false, message: '잠시 뒤에' },
    { result: 'N', message: '잠시 뒤에' },
    { message: '잠시 뒤에' },
  ])('is refused with the message of the server by %j', async (answer) => {
    expect(await send(clientOf(answer), 'sms')).toEqual({
      ok: false,
      failure: { kind: 'rejected', status: 200, code: '', message: '잠시 뒤에', details: {} },
    });
  });

  it('is refused with its error code when the gateway fails', async () => {
    const client = clientOf({ status: 502, errCode: '012', message: 'no gateway' }, 502);
    expect(await send(client, 'sms')).toMatchObject({
      failure: { kind: 'rejected', status: 502, code: '012', message: 'no gateway' },
    });
  });

  it('is malformed when the message is not a text', async () => {
    expect(await send(clientOf({ result: true, message: 1 }), 'sms')).toMatchObject({
      failure: { kind: 'malformed' },
    });
  });
});
