import { describe, expect, it } from 'vitest';
import { type Client, createClient } from '#src/api/client.ts';
import { authenticate, proveFirstOfTwo, provePassword } from '#src/api/login.ts';
import { checkPolicy } from '#src/api/policy.ts';
import {
  fetchAccount,
  fetchAuthSummary,
  fetchClientConfig,
  fetchPasswordSecurity,
  fetchPortalDomain,
} from '#src/api/summary.ts';

const BASE = 'https://portal.example';
const { signal } = new AbortController();
const userPassword = {
  step: '1',
  secret: 'a|b',
  clientId: 'c',
  accessToken: '',
  tokenCode: '-1',
  type: 'oidc',
  mode: 'web',
  policyId: 'p',
  fixed: 'N',
  alwaysSend: 'N',
  ip: '',
  check: '',
  redirect: '',
} as const;

/** The line and the body of the one request that `call` makes, and what it makes of `answer`. */
async function record(call: (client: Client) => Promise<unknown>, answer: object) {
  const requests: Request[] = [];
  const client = createClient(
    {
      language: () => 'en',
      accessToken: () => '',
      challengeKey: () => '',
      skewMs: () => 0,
      challengeReceived: () => undefined,
      pageRefused: () => undefined,
      sessionExpired: () => undefined,
    },
    {
      base: BASE,
      fetch: async (input, init) => {
        requests.push(new Request(input, init));
        return Response.json(answer);
      },
    },
  );
  const result = await call(client);
  const sent = await Promise.all(
    requests.map(async (request) => [
      `${request.method} ${request.url.slice(BASE.length)}`,
      await request.text(),
    ]),
  );
  return { sent, result };
}

describe('the calls of section 7', () => {
  it.each<[string, (client: Client) => Promise<unknown>, object, string, unknown]>([
    [
      'auth summary',
      (client) => fetchAuthSummary(client, signal),
      { clientId: 'c' },
      'GET /summary/auth',
      expect.objectContaining({ clientId: 'c' }),
    ],
    [
      'portal domain',
      (client) => fetchPortalDomain(client, signal),
      { url: BASE },
      'GET /summary/domain/portal',
      BASE,
    ],
    [
      'client config',
      (client) => fetchClientConfig(client, 'a/b', signal),
      { idOtp: '1' },
      'GET /data/sso/config/a%2Fb',
      expect.objectContaining({ idOtp: true }),
    ],
    [
      'password security',
      (client) => fetchPasswordSecurity(client, 'a&b', signal),
      { data: [{ passwordReuseLimit: 3 }] },
      'GET /data/sso/setting/password-security?clientId=a%26b',
      expect.objectContaining({ passwordReuseLimit: 3 }),
    ],
    [
      'account',
      (client) => fetchAccount(client, { userId: '김', clientId: 'c' }, signal),
      { setPasswordFlag: 'Y' },
      'GET /data/sso/accounts/%EA%B9%80?clientId=c',
      expect.objectContaining({ canSetPassword: true }),
    ],
  ])('%s', async (_name, call, answer, line, value) => {
    expect(await record(call, answer)).toEqual({ sent: [[line, '']], result: { ok: true, value } });
  });

  it('policy check', async () => {
    const { sent, result } = await record(
      (client) => checkPolicy(client, { userId: 'kim', clientId: 'c' }, signal),
      { policyId: 'p', authMethod: {} },
    );
    expect(sent).toEqual([['POST /auth/policy/check', '{"userId":"kim","clientId":"c"}']]);
    expect(result).toMatchObject({ ok: true, value: { userId: '', policy: { policyId: 'p' } } });
  });

  it('login by password sends the plain password', async () => {
    const proof = {
      userId: 'kim',
      userPassword: ' a|b ',
      clientId: 'c',
      selfAuthFlag: 'N',
      policyId: 'p',
    } as const;
    const { sent, result } = await record((client) => provePassword(client, proof, signal), {
      accessToken: 't',
    });
    expect(sent).toEqual([
      [
        'POST /login/password',
        '{"userId":"kim","userPassword":" a|b ","clientId":"c","selfAuthFlag":"N","policyId":"p"}',
      ],
    ]);
    expect(result).toMatchObject({ ok: true, value: { accessToken: 't' } });
  });

  it.each([
    [
      { secondToken: 's', accessToken: 'a' },
      { secondToken: 's', accessToken: 'a' },
    ],
    [{ secondToken: 's' }, { secondToken: 's', accessToken: 's' }],
    [{ accessToken: 'a' }, { secondToken: 'a', accessToken: 'a' }],
  ])('the first of two steps reads the tokens of %j', async (answer, tokens) => {
    const proof = { clientId: 'c', userId: 'park', type: '-1', otp: ' a|b ', fidoStatus: '' } as const;
    const { sent, result } = await record((client) => proveFirstOfTwo(client, proof, signal), answer);
    expect(sent).toEqual([
      ['POST /login/oidc', '{"clientId":"c","userId":"park","type":"-1","otp":" a|b ","fidoStatus":""}'],
    ]);
    expect(result).toMatchObject({ ok: true, value: tokens });
  });

  it('the first of two steps without a token is no answer', async () => {
    const proof = { clientId: 'c', userId: 'park', type: '-1', otp: 'x', fidoStatus: '' } as const;
    const { result } = await record((client) => proveFirstOfTwo(client, proof, signal), { to: '/x' });
    expect(result).toMatchObject({ ok: false, failure: { kind: 'malformed' } });
  });

  it('authenticate sends the joined string', async () => {
    const { sent, result } = await record(
      (client) => authenticate(client, { userId: 'kim', userPassword }, signal),
      { to: '/x' },
    );
    expect(sent).toEqual([
      ['POST /authenticate', '{"userId":"kim","userPassword":"a|b|c||1|-1|oidc|web|p|N|N|||||"}'],
    ]);
    expect(result).toMatchObject({ ok: true, value: { to: '/x' } });
  });

  it.each<[string, (client: Client) => Promise<unknown>, string]>([
    ['a client id that is no segment', (client) => fetchClientConfig(client, '', signal), 'PathValueError'],
    [
      'a user id that is no segment',
      (client) => fetchAccount(client, { userId: '..', clientId: 'c' }, signal),
      'PathValueError',
    ],
    [
      'a pipe where none may be',
      (client) =>
        authenticate(client, { userId: 'kim', userPassword: { ...userPassword, ip: '1|2' } }, signal),
      'PipeInValueError',
    ],
  ])('rejects %s before anything is sent', async (_case, call, name) => {
    let sent = 0;
    const client: Client = {
      call: () => {
        sent += 1;
        return Promise.reject(new Error('sent'));
      },
    };
    await expect(call(client)).rejects.toMatchObject({ name });
    expect(sent).toBe(0);
  });
});
