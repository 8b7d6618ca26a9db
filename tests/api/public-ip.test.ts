import { afterEach, describe, expect, it, vi } from 'vitest';
import { fetchPublicIp } from '#src/api/public-ip.ts';

const answering = (body: string, status = 200) =>
  vi.fn<typeof fetch>(async () => new Response(body, { status }));

/** Answers nothing and ends, as fetch does, when its signal is aborted. */
const silent: typeof fetch = (_input, init) =>
  new Promise((_resolve, reject) => {
    init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
  });

describe('fetchPublicIp', () => {
  afterEach(() => vi.unstubAllGlobals());

  it.each([
    ['{"ip":"192.0.2.1"}', '192.0.2.1'],
    ['{"ip":"2001:db8::1","country":"KR"}', '2001:db8::1'],
    ['{"ip":"::ffff:192.0.2.1"}', '::ffff:192.0.2.1'],
    ['192.0.2.1\n', '192.0.2.1'],
    ['255.255.255.255', '255.255.255.255'],
    ['0.0.0.0', '0.0.0.0'],
  ])('reads %j', async (body, ip) => {
    expect(await fetchPublicIp('https://ip.example/', { fetch: answering(body) })).toBe(ip);
  });

  it.each([
    '',
    '{}',
    'null',
    '[]',
    '{"ip":null}',
    '{"ip":42}',
    '{"ip":"localhost"}',
    '{"ip":"192.0.2.256"}',
    '{"ip":"192.0.2"}',
    '{"ip":"192.0.2.1."}',
    '{"ip":"192.0.2.1.1"}',
    '{"ip":"1::2::3"}',
    '{"ip":"2001:db8::1]/x["}',
    '{"ip":"192.0.2.1|x"}',
    '<html>192.0.2.1</html>',
  ])('is empty for the answer %j', async (body) => {
    expect(await fetchPublicIp('https://ip.example/', { fetch: answering(body) })).toBe('');
  });

  it('is empty for a refusal, even one that names an address', async () => {
    expect(await fetchPublicIp('https://ip.example/', { fetch: answering('{"ip":"192.0.2.1"}', 500) })).toBe(
      '',
    );
  });

  it('is empty without network', async () => {
    const offline: typeof fetch = () => Promise.reject(new TypeError('Failed to fetch'));
    expect(await fetchPublicIp('https://ip.example/', { fetch: offline })).toBe('');
  });

  it('is empty after the time limit', async () => {
    expect(await fetchPublicIp('https://ip.example/', { fetch: silent, timeoutMs: 1 })).toBe('');
  });

  it('waits three seconds unless told otherwise', async () => {
    const limit = vi.spyOn(AbortSignal, 'timeout');
    await fetchPublicIp('https://ip.example/', { fetch: answering('') });
    expect(limit).toHaveBeenCalledExactlyOnceWith(3_000);
  });

  it('ends when its caller is gone', async () => {
    const caller = new AbortController();
    const asked = fetchPublicIp('https://ip.example/', { fetch: silent, signal: caller.signal });
    caller.abort();
    expect(await asked).toBe('');
  });

  it('asks nobody when no service is configured', async () => {
    const asked = answering('192.0.2.1');
    vi.stubGlobal('fetch', asked);
    expect(await fetchPublicIp('')).toBe('');
    expect(asked).not.toHaveBeenCalled();
  });

  it('tells the third party nothing: no header, cookie or referrer', async () => {
    const asked = answering('192.0.2.1');
    await fetchPublicIp('https://ip.example/', { fetch: asked });
    const [url, init] = asked.mock.calls[0] ?? [];
    expect(url).toBe('https://ip.example/');
    expect(init).toMatchObject({ credentials: 'omit', referrerPolicy: 'no-referrer' });
    expect(init).not.toHaveProperty('headers');
  });
});
