import { object, string } from 'valibot';
import { describe, expect, it } from 'vitest';
import type { ClientOptions } from '#src/api/client-options.ts';
import { clientWith } from '#tests/support/client.ts';
import { openNetwork, type Responder } from '#tests/support/network.ts';

const { requests, ...network } = openNetwork();
const get = { method: 'GET', path: '/summary/auth', schema: object({ to: string() }) } as const;

function setUp(answer: Responder, options: ClientOptions = {}) {
  network.answer(answer);
  return clientWith({}, options);
}

describe('the idempotency key (rule 222)', () => {
  const post = { ...get, method: 'POST', json: { otp: '123456' } } as const;
  const keys = () => requests.map(({ headers }) => headers.get('Idempotency-Key'));

  it('is new after each answered request, and for other content', async () => {
    const client = setUp(() => Response.json({ to: '/' }));
    await client.call(post);
    await client.call(post);
    await client.call({ ...post, json: { otp: '654321' } });
    expect(new Set(keys()).size).toBe(3);
    expect(keys().every((key) => /^[0-9a-f]{32}$/.test(key ?? ''))).toBe(true);
  });

  it.each<[string, () => Response]>([
    ['no answer arrives', () => Response.error()],
    ['a gateway answers', () => new Response('<h1>Bad Gateway</h1>', { status: 502 })],
    ['the answer is empty', () => new Response('', { status: 500 })],
    ['the answer is not one of this call', () => new Response('[]')],
  ])('stays the same when %s', async (_, respond) => {
    const client = setUp(respond);
    await client.call(post);
    await client.call(post);
    expect(keys()[0]).toBe(keys()[1]);
    await client.call({ ...post, json: { otp: '654321' } });
    expect(keys()[2]).not.toBe(keys()[0]);
  });

  it('is dropped after a minute, as on the server', async () => {
    let time = 0;
    const client = setUp(() => Response.error(), { elapsed: () => time });
    await client.call(post);
    time = 59_999;
    await client.call(post);
    expect(keys()[1]).toBe(keys()[0]);
    time += 60_000;
    await client.call(post);
    expect(keys()[2]).not.toBe(keys()[0]);
  });

  it('is sent with the request for a QR code, but not with polls', async () => {
    const client = setUp(() => Response.json({ to: '/' }));
    await client.call({ ...get, path: '/mobileapp/qr' });
    await client.call(get);
    expect(keys()).toEqual([expect.any(String), null]);
  });
});
