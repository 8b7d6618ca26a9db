import { afterEach, describe, expect, it, vi } from 'vitest';
import { sendWithKy } from '#src/api/client.ts';
import { fetchPublicIp } from '#src/api/public-ip.ts';
import type { CallAuth } from '#src/api/session-token.ts';
import { PORTAL_ORIGIN } from '#tests/support/client.ts';
import { neverAnswers, openNetwork } from '#tests/support/network.ts';
import { clientOn, get, json, MALFORMED, NOW, optionalTo } from './client-set-up.ts';

const { requests, ...network } = openNetwork();
const setUp = clientOn(network);

const UNREACHABLE = { ok: false, failure: { kind: 'unreachable' } };

/** Every header of a call that has a bearer token. */
async function bearersOf(auth: CallAuth | undefined, stored: string): Promise<Record<string, string>> {
  const { client } = setUp(() => json({ to: '/' }), { hooks: { accessToken: () => stored } });
  await client.call({ ...get, ...(auth && { auth }) });
  return Object.fromEntries(
    [...(requests[0]?.headers ?? [])].filter(([, value]) => value.includes('Bearer')),
  );
}

describe('an answer', () => {
  it.each([
    ['with the value of the call', true, () => json({ to: '/' })],
    ['that refuses the call', true, () => json({ errCode: 'notAuthorized' }, { status: 401 })],
    ['of a gateway', false, () => new Response('<h1>', { status: 502 })],
    ['that does not arrive', false, () => Response.error()],
  ])('%s reports when its call was made: %s', async (_, isReported, answer) => {
    let now = NOW;
    const onAnswer = vi.fn<(sentAt: number) => void>();
    const late = () => {
      now += 15_000;
      return answer();
    };
    const { client } = setUp(late, { hooks: { onAnswer }, options: { now: () => now } });
    await client.call(get);
    expect(onAnswer.mock.calls).toEqual(isReported ? [[NOW]] : []);
  });
});

describe('a call', () => {
  it('is sent to its path below the base, with its query', async () => {
    const { client } = setUp(() => json({ to: '/' }));
    await client.call({ ...get, path: '/data/sso/config/a%2Fb', query: { clientId: 'a&b', ip: '' } });
    expect(requests.map(({ method, url }) => [method, url])).toEqual([
      ['GET', `${PORTAL_ORIGIN}/data/sso/config/a%2Fb?clientId=a%26b&ip=`],
    ]);
  });

  it('sends its JSON unchanged', async () => {
    const { client } = setUp(() => json({ to: '/' }));
    await client.call({ ...get, method: 'POST', json: { userId: '김', userPassword: 'a|b' } });
    expect(requests[0]?.headers.get('Content-Type')).toBe('application/json');
    expect(await requests[0]?.json()).toEqual({ userId: '김', userPassword: 'a|b' });
  });

  it('sends credentials', async () => {
    const fetchSpy = vi.spyOn(globalThis, 'fetch');
    const { client } = setUp(() => json({ to: '/' }));
    await client.call(get);
    expect(fetchSpy.mock.calls[0]?.[0]).toHaveProperty('credentials', 'include');
  });

  it('sends the current language', async () => {
    let language = 'jp';
    const { client } = setUp(() => json({ to: '/' }), { hooks: { language: () => language } });
    await client.call(get);
    language = 'en';
    await client.call(get);
    expect(requests.map(({ headers }) => headers.get('X-Language'))).toEqual(['jp', 'en']);
  });

  it('drops the message of a refusal when the language has changed since it was sent', async () => {
    let language = 'ko';
    const refusal = { status: 400, errCode: '001', message: '비밀번호가 맞지 않아요.' };
    const changes: (() => void)[] = [() => undefined, () => (language = 'en')];
    const { client } = setUp(
      () => {
        changes.shift()?.();
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
    ['no token when none is stored', undefined, '', {}],
    ['the stored token', undefined, 'stored', { authorization: 'Bearer stored' }],
    [
      'its own token instead of the stored one',
      { header: 'Authorization', token: 'own' },
      'stored',
      { authorization: 'Bearer own' },
    ],
    ['Auth instead of Authorization', { header: 'Auth', token: 'own' }, 'stored', { auth: 'Bearer own' }],
    [
      'Auth in addition to the stored token',
      { header: 'Auth', token: 'own', storedTokenHeader: 'Authorization' },
      'stored',
      { authorization: 'Bearer stored', auth: 'Bearer own' },
    ],
    ['no empty bearer token', { header: 'Auth', token: '' }, 'stored', {}],
  ])('sends %s', async (_case, auth, stored, bearers) => {
    expect(await bearersOf(auth, stored)).toEqual(bearers);
  });

  it('does not send a received challenge back', async () => {
    const { client } = setUp(() => json({ to: '/' }, { headers: { 'X-Challenge-Token': 'seed' } }));
    await client.call(get);
    await client.call(get);
    expect(requests[1]?.headers.has('X-Challenge-Token')).toBe(false);
  });

  it('to the public-IP service sends no token', async () => {
    const { client } = setUp(() => json({ to: '/' }), { hooks: { accessToken: () => 'stored' } });
    await client.call(get);
    network.answer(() => new Response('192.0.2.1'));
    expect(await fetchPublicIp('https://ip.example/')).toBe('192.0.2.1');
    expect(requests.map(({ headers }) => headers.get('Authorization'))).toEqual(['Bearer stored', null]);
  });
});

describe('the result of a call', () => {
  it('is the value of the answer', async () => {
    const { client } = setUp(() => json({ to: '/x' }));
    expect(await client.call(get)).toEqual({ ok: true, value: { to: '/x' } });
  });

  it.each([400, 401, 404, 409, 429, 500, 503])('is a refusal at status %i', async (status) => {
    const { client } = setUp(() => json({ errCode: '001', message: 'no' }, { status }));
    expect(await client.call(get)).toEqual({
      ok: false,
      failure: { kind: 'rejected', status, code: '001', message: 'no', details: {} },
    });
  });

  it.each([413, 429, 500, 503])('is not retried at status %i', async (status) => {
    const { client } = setUp(() => json({}, { status, headers: { 'Retry-After': '0' } }));
    await client.call(get);
    expect(requests).toHaveLength(1);
  });

  it('is malformed for HTML', async () => {
    const { client } = setUp(() => new Response('<html></html>', { status: 502 }));
    expect(await client.call(get)).toEqual({ ok: false, failure: { kind: 'malformed', status: 502 } });
  });

  it('is malformed for an empty body', async () => {
    const { client } = setUp(() => new Response('', { status: 200 }));
    expect(await client.call(get)).toEqual(MALFORMED);
  });

  it('is empty for an empty body with status 204', async () => {
    const { client } = setUp(() => new Response(null, { status: 204 }));
    expect(await client.call({ ...get, method: 'POST', schema: optionalTo })).toEqual({
      ok: true,
      value: {},
    });
  });

  it('is empty for an empty body of DELETE', async () => {
    const { client } = setUp(() => new Response(''));
    expect(await client.call({ ...get, method: 'DELETE', schema: optionalTo })).toEqual({
      ok: true,
      value: {},
    });
  });

  it('is unreachable without a network, after one request', async () => {
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

describe('the time limit of a call', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it('ends it as unreachable after 15 s without an answer', async () => {
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

  it('includes the body of the answer', async () => {
    vi.useFakeTimers();
    const { client } = setUp(() => new Response(new ReadableStream()));
    const call = client.call(get);
    await vi.advanceTimersByTimeAsync(15_000);
    expect(await call).toEqual(UNREACHABLE);
  });

  it('can be changed', async () => {
    const { client } = setUp(neverAnswers, {
      options: { send: sendWithKy({ base: PORTAL_ORIGIN, timeoutMs: 1 }) },
    });
    expect(await client.call(get)).toEqual(UNREACHABLE);
  });
});

describe('an aborted call', () => {
  it('rejects with AbortError', async () => {
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

  it('ignores a later answer', async () => {
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

describe('a redirect header', () => {
  it.each(['error', 'ERROR', ' Error '])(
    'with the value %j leads to the error page and hides the body',
    async (value) => {
      const { client, callbacks } = setUp(() =>
        json({ to: '/x' }, { headers: { 'X-Redirect-Page': value } }),
      );
      expect(await client.call(get)).toEqual(MALFORMED);
      expect(callbacks.onErrorPage).toHaveBeenCalledOnce();
    },
  );

  it.each(['', 'login', 'errors', '/error'])('with the value %j is ignored', async (value) => {
    const { client, callbacks } = setUp(() => json({ to: '/x' }, { headers: { 'X-Redirect-Page': value } }));
    expect(await client.call(get)).toEqual({ ok: true, value: { to: '/x' } });
    expect(callbacks.onErrorPage).not.toHaveBeenCalled();
  });

  it('also applies to a refusal', async () => {
    const { client, callbacks } = setUp(() =>
      json({ message: 'secret' }, { status: 500, headers: { 'X-Redirect-Page': 'error' } }),
    );
    expect(await client.call(get)).toEqual({ ok: false, failure: { kind: 'malformed', status: 500 } });
    expect(callbacks.onErrorPage).toHaveBeenCalledOnce();
  });
});
