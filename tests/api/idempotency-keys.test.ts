import { object, string } from 'valibot';
import { describe, expect, it } from 'vitest';
import type { ClientOptions } from '#src/api/client.ts';
import { clientWith } from '#tests/support/client.ts';
import { openNetwork, type Responder } from '#tests/support/network.ts';

const { requests, ...network } = openNetwork();
const get = { method: 'GET', path: '/summary/auth', schema: object({ to: string() }) } as const;

function setUp(answer: Responder, options: ClientOptions = {}) {
  network.answer(answer);
  return clientWith({}, options);
}

describe('the idempotency key (rule 222)', () => {
  const press = { ...get, method: 'POST', json: { otp: '123456' } } as const;
  const names = () => requests.map(({ headers }) => headers.get('Idempotency-Key'));

  it('is new after each answered request and for other content', async () => {
    const client = setUp(() => Response.json({ to: '/' }));
    await client.call(press);
    await client.call(press);
    await client.call({ ...press, json: { otp: '654321' } });
    expect(new Set(names()).size).toBe(3);
    expect(names().every((name) => /^[0-9a-f]{32}$/.test(name ?? ''))).toBe(true);
  });

  it.each<[string, () => Response]>([
    ['nothing came', () => Response.error()],
    ['a gateway answered', () => new Response('<h1>Bad Gateway</h1>', { status: 502 })],
    ['nothing stood in it', () => new Response('', { status: 500 })],
    ['it was no answer of this call', () => new Response('[]')],
  ])('stays while %s', async (_, respond) => {
    const client = setUp(respond);
    await client.call(press);
    await client.call(press);
    expect(names()[0]).toBe(names()[1]);
    await client.call({ ...press, json: { otp: '654321' } });
    expect(names()[2]).not.toBe(names()[0]);
  });

  it('is dropped after a minute, as on the server', async () => {
    let time = 0;
    const client = setUp(() => Response.error(), { elapsed: () => time });
    await client.call(press);
    time = 59_999;
    await client.call(press);
    expect(names()[1]).toBe(names()[0]);
    time += 60_000;
    await client.call(press);
    expect(names()[2]).not.toBe(names()[0]);
  });

  it('is sent with the request for a QR code, but not with polls', async () => {
    const client = setUp(() => Response.json({ to: '/' }));
    await client.call({ ...get, path: '/mobileapp/qr' });
    await client.call(get);
    expect(names()).toEqual([expect.any(String), null]);
  });
});
