import { afterEach, describe, expect, it, vi } from 'vitest';
import { sendByKy } from '#src/api/client.ts';
import { fetchPublicIp } from '#src/api/public-ip.ts';
import type { CallAuth } from '#src/api/session-token.ts';
import { PORTAL_ORIGIN } from '#tests/support/client.ts';
import { neverAnswers, openNetwork } from '#tests/support/network.ts';
import { clientOn, get, json, NOW, nothing, REFUSED } from './client-set-up.ts';

const { requests, ...network } = openNetwork();
const setUp = clientOn(network);

const UNREACHABLE = { ok: false, failure: { kind: 'unreachable' } };

/** Every header that a call carries a token in. */
async function bearersOf(auth: CallAuth | undefined, stored: string): Promise<Record<string, string>> {
  const { client } = setUp(() => json({ to: '/' }), { hooks: { accessToken: () => stored } });
  await client.call({ ...get, ...(auth && { auth }) });
  return Object.fromEntries(
    [...(requests[0]?.headers ?? [])].filter(([, value]) => value.includes('Bearer')),
  );
}

describe('an answer of the server', () => {
  it.each([
    ['that gives what was asked for', () => json({ to: '/' }), true],
    ['that refuses', () => json({ errCode: 'notAuthorized' }, { status: 401 }), true],
    ['that a gateway gives in its place', () => new Response('<h1>', { status: 502 }), false],
    ['that never comes', () => Response.error(), false],
  ])('%s tells when its call was made', async (_, answer, isTold) => {
    let now = NOW;
    const answered = vi.fn<(sentAt: number) => void>();
    const late = () => {
      now += 15_000;
      return answer();
    };
    const { client } = setUp(late, { hooks: { onAnswer: answered }, options: { now: () => now } });
    await client.call(get);
    expect(answered.mock.calls).toEqual(isTold ? [[NOW]] : []);
  });
});

describe('what a call sends', () => {
  it('goes below the base path with its query', async () => {
    const { client } = setUp(() => json({ to: '/' }));
    await client.call({ ...get, path: '/data/sso/config/a%2Fb', query: { clientId: 'a&b', ip: '' } });
    expect(requests.map(({ method, url }) => [method, url])).toEqual([
      ['GET', `${PORTAL_ORIGIN}/data/sso/config/a%2Fb?clientId=a%26b&ip=`],
    ]);
  });

  it('sends JSON as it is given', async () => {
    const { client } = setUp(() => json({ to: '/' }));
    await client.call({ ...get, method: 'POST', json: { userId: '김', userPassword: 'a|b' } });
    expect(requests[0]?.headers.get('Content-Type')).toBe('application/json');
    expect(await requests[0]?.json()).toEqual({ userId: '김', userPassword: 'a|b' });
  });

  it('sends credentials', async () => {
    const fetched = vi.spyOn(globalThis, 'fetch');
    const { client } = setUp(() => json({ to: '/' }));
    await client.call(get);
    expect(fetched.mock.calls[0]?.[0]).toHaveProperty('credentials', 'include');
  });

  it('sends the language of the moment', async () => {
    let language = 'jp';
    const { client } = setUp(() => json({ to: '/' }), { hooks: { language: () => language } });
    await client.call(get);
    language = 'en';
    await client.call(get);
    expect(requests.map(({ headers }) => headers.get('X-Language'))).toEqual(['jp', 'en']);
  });

  it('drops the server message when the language has changed since the call', async () => {
    let language = 'ko';
    const refusal = { status: 400, errCode: '001', message: '비밀번호가 맞지 않아요.' };
    const meanwhile: (() => void)[] = [() => undefined, () => (language = 'en')];
    const { client } = setUp(
      () => {
        meanwhile.shift()?.();
        return json(refusal, { status: 400 });
      },
      { hooks: { language: () => language } },
    );
    const messages = [await client.call(get), await client.call(get)].map(
      (answer) =>
        !answer.ok && answer.failure.kind === 'rejected' && [answer.failure.code, answer.failure.message],
    );
    expect(messages).toEqual([
      ['001', refusal.message],
      ['001', ''],
    ]);
  });

  it.each<[string, CallAuth | undefined, string, Record<string, string>]>([
    ['no token without one', undefined, '', {}],
    ['the stored token', undefined, 'stored', { authorization: 'Bearer stored' }],
    [
      'its own token in place of the stored one',
      { header: 'Authorization', token: 'own' },
      'stored',
      { authorization: 'Bearer own' },
    ],
    ['Auth instead of Authorization', { header: 'Auth', token: 'own' }, 'stored', { auth: 'Bearer own' }],
    [
      'Auth beside the stored token',
      { header: 'Auth', token: 'own', storedTokenHeader: 'Authorization' },
      'stored',
      { authorization: 'Bearer stored', auth: 'Bearer own' },
    ],
    ['no empty bearer', { header: 'Auth', token: '' }, 'stored', {}],
  ])('sends %s', async (_case, auth, stored, bearers) => {
    expect(await bearersOf(auth, stored)).toEqual(bearers);
  });

  it('never echoes the challenge', async () => {
    const { client } = setUp(() => json({ to: '/' }, { headers: { 'X-Challenge-Token': 'seed' } }));
    await client.call(get);
    await client.call(get);
    expect(requests[1]?.headers.has('X-Challenge-Token')).toBe(false);
  });

  it('sends no token to the public-IP service', async () => {
    const { client } = setUp(() => json({ to: '/' }), { hooks: { accessToken: () => 'stored' } });
    await client.call(get);
    network.answer(() => new Response('192.0.2.1'));
    expect(await fetchPublicIp('https://ip.example/')).toBe('192.0.2.1');
    expect(requests.map(({ headers }) => headers.get('Authorization'))).toEqual(['Bearer stored', null]);
  });
});

describe('what a call gives', () => {
  it('gives the value', async () => {
    const { client } = setUp(() => json({ to: '/x' }));
    expect(await client.call(get)).toEqual({ ok: true, value: { to: '/x' } });
  });

  it.each([400, 401, 404, 409, 429, 500, 503])('returns a refusal with status %i', async (status) => {
    const { client } = setUp(() => json({ errCode: '001', message: 'no' }, { status }));
    expect(await client.call(get)).toEqual({
      ok: false,
      failure: { kind: 'rejected', status, code: '001', message: 'no', details: {} },
    });
  });

  it.each([413, 429, 500, 503])('makes a call that is refused with %i once', async (status) => {
    const { client } = setUp(() => json({}, { status, headers: { 'Retry-After': '0' } }));
    await client.call(get);
    expect(requests).toHaveLength(1);
  });

  it('takes HTML as malformed', async () => {
    const { client } = setUp(() => new Response('<html></html>', { status: 502 }));
    expect(await client.call(get)).toEqual({ ok: false, failure: { kind: 'malformed', status: 502 } });
  });

  it('takes an empty body as malformed', async () => {
    const { client } = setUp(() => new Response('', { status: 200 }));
    expect(await client.call(get)).toEqual(REFUSED);
  });

  it('allows an empty body with 204', async () => {
    const { client } = setUp(() => new Response(null, { status: 204 }));
    expect(await client.call({ ...get, method: 'POST', schema: nothing })).toEqual({ ok: true, value: {} });
  });

  it('allows an empty body for DELETE', async () => {
    const { client } = setUp(() => new Response(''));
    expect(await client.call({ ...get, method: 'DELETE', schema: nothing })).toEqual({ ok: true, value: {} });
  });

  it('is unreachable without network, and asks once', async () => {
    const { client } = setUp(() => Response.error());
    expect(await client.call(get)).toEqual(UNREACHABLE);
    expect(requests).toHaveLength(1);
  });

  it('is unreachable when the connection breaks in the middle of the body', async () => {
    const broken = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"to":'));
        controller.error(new TypeError('network error'));
      },
    });
    const { client } = setUp(() => new Response(broken));
    expect(await client.call(get)).toEqual(UNREACHABLE);
  });
});

describe('time limit', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it('is unreachable after 15 s without an answer', async () => {
    vi.useFakeTimers();
    const { client } = setUp(neverAnswers);
    const settled = vi.fn<(result: unknown) => void>();
    const call = client.call(get).then(settled);
    await vi.advanceTimersByTimeAsync(14_999);
    expect(settled).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await call;
    expect(settled).toHaveBeenCalledExactlyOnceWith(UNREACHABLE);
  });

  it('counts the body', async () => {
    vi.useFakeTimers();
    const { client } = setUp(() => new Response(new ReadableStream()));
    const call = client.call(get);
    await vi.advanceTimersByTimeAsync(15_000);
    expect(await call).toEqual(UNREACHABLE);
  });

  it('takes another limit', async () => {
    const { client } = setUp(neverAnswers, {
      options: { send: sendByKy({ base: PORTAL_ORIGIN, timeoutMs: 1 }) },
    });
    expect(await client.call(get)).toEqual(UNREACHABLE);
  });
});

describe('abort', () => {
  it('rejects with AbortError when the caller aborts', async () => {
    const { client } = setUp(neverAnswers);
    const caller = new AbortController();
    const call = client.call({ ...get, signal: caller.signal });
    caller.abort();
    await expect(call).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('sends nothing when the caller has already aborted', async () => {
    const { client } = setUp(() => json({ to: '/' }));
    await expect(client.call({ ...get, signal: AbortSignal.abort() })).rejects.toMatchObject({
      name: 'AbortError',
    });
    expect(requests).toEqual([]);
  });

  it('ignores a late answer', async () => {
    const caller = new AbortController();
    const { client, callbacks } = setUp(() => {
      caller.abort();
      return json({ to: '/' }, { headers: { 'X-Redirect-Page': 'error', 'X-Challenge-Token': 'seed' } });
    });
    await expect(client.call({ ...get, signal: caller.signal })).rejects.toMatchObject({
      name: 'AbortError',
    });
    expect(callbacks.onChallenge).not.toHaveBeenCalled();
    expect(callbacks.onErrorPage).not.toHaveBeenCalled();
  });
});

describe('redirect header', () => {
  it.each(['error', 'ERROR', ' Error '])(
    'leaves for the error page at %j and hides the body',
    async (value) => {
      const { client, callbacks } = setUp(() =>
        json({ to: '/x' }, { headers: { 'X-Redirect-Page': value } }),
      );
      expect(await client.call(get)).toEqual(REFUSED);
      expect(callbacks.onErrorPage).toHaveBeenCalledOnce();
    },
  );

  it.each(['', 'login', 'errors', '/error'])('ignores %j', async (value) => {
    const { client, callbacks } = setUp(() => json({ to: '/x' }, { headers: { 'X-Redirect-Page': value } }));
    expect(await client.call(get)).toEqual({ ok: true, value: { to: '/x' } });
    expect(callbacks.onErrorPage).not.toHaveBeenCalled();
  });

  it('counts on a refusal too', async () => {
    const { client, callbacks } = setUp(() =>
      json({ message: 'secret' }, { status: 500, headers: { 'X-Redirect-Page': 'error' } }),
    );
    expect(await client.call(get)).toEqual({ ok: false, failure: { kind: 'malformed', status: 500 } });
    expect(callbacks.onErrorPage).toHaveBeenCalledOnce();
  });
});
