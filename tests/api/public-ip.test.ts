import { describe, expect, it, vi } from 'vitest';
import { fetchPublicIp } from '#src/api/public-ip.ts';
import { neverAnswers, openNetwork } from '#tests/support/network.ts';

const network = openNetwork();
const SERVICE = 'https://ip.example/';

/** The IP address that the portal reads from an answer of the service. */
function read(body: string, status = 200): Promise<string> {
  network.answer(() => new Response(body, { status }));
  return fetchPublicIp(SERVICE);
}

describe('fetchPublicIp', () => {
  it.each([
    ['{"ip":"192.0.2.1"}', '192.0.2.1'],
    ['{"ip":"2001:db8::1","country":"KR"}', '2001:db8::1'],
    ['{"ip":"::ffff:192.0.2.1"}', '::ffff:192.0.2.1'],
    ['192.0.2.1\n', '192.0.2.1'],
    ['255.255.255.255', '255.255.255.255'],
    ['0.0.0.0', '0.0.0.0'],
  ])('reads %j', async (body, ip) => {
    expect(await read(body)).toBe(ip);
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
    expect(await read(body)).toBe('');
  });

  it('is empty for a refusal, even one with an address', async () => {
    expect(await read('{"ip":"192.0.2.1"}', 500)).toBe('');
  });

  it('is empty without a network', async () => {
    network.answer(() => Response.error());
    expect(await fetchPublicIp(SERVICE)).toBe('');
  });

  it('is empty after the time limit', async () => {
    network.answer(neverAnswers);
    expect(await fetchPublicIp(SERVICE, { timeoutMs: 1 })).toBe('');
  });

  it('times out after three seconds by default', async () => {
    const limit = vi.spyOn(AbortSignal, 'timeout');
    await read('');
    expect(limit).toHaveBeenCalledExactlyOnceWith(3_000);
  });

  it('is empty when its caller aborts', async () => {
    const caller = new AbortController();
    network.answer(neverAnswers);
    const lookUp = fetchPublicIp(SERVICE, { signal: caller.signal });
    caller.abort();
    expect(await lookUp).toBe('');
  });

  it('makes no request when no service is configured', async () => {
    expect(await fetchPublicIp('')).toBe('');
    expect(network.requests).toEqual([]);
  });

  it('sends the third party no header, cookie or referrer', async () => {
    const fetchSpy = vi.spyOn(globalThis, 'fetch');
    await read('192.0.2.1');
    const [url, init] = fetchSpy.mock.calls[0] ?? [];
    expect(url).toBe(SERVICE);
    expect(init).toMatchObject({ credentials: 'omit', referrerPolicy: 'no-referrer' });
    expect(init).not.toHaveProperty('headers');
  });
});
