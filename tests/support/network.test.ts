import { object, string } from 'valibot';
import { afterEach, describe, expect, it } from 'vitest';
import { clientWith } from './client.ts';
import { openNetwork } from './network.ts';

let end = (): void => undefined;
const network = openNetwork((check) => {
  end = check;
});
afterEach(() => end());

const client = clientWith();
const ask = () => client.call({ method: 'GET', path: '/summary/auth', schema: object({ to: string() }) });

describe('a network', () => {
  it('answers and records its requests', async () => {
    network.answer(() => Response.json({ to: '/' }));
    expect(await ask()).toEqual({ ok: true, value: { to: '/' } });
    expect(network.requests.map(({ method, url }) => [method, url])).toEqual([
      ['GET', 'https://portal.example/summary/auth'],
    ]);
  });

  it('forgets the answers and the requests of the test before', () => {
    expect(network.requests).toEqual([]);
  });

  it('prefers later answers to the same call', async () => {
    network.answer(() => Response.json({ to: '/first' }));
    network.answerTo('GET /summary/auth', () => Response.json({ to: '/second' }));
    network.answerTo('POST /summary/auth', () => Response.json({ to: '/third' }));
    expect(await ask()).toEqual({ ok: true, value: { to: '/second' } });
  });

  it('fails without a problem when the answer says so', async () => {
    network.answer(() => Response.error());
    expect(await ask()).toEqual({ ok: false, failure: { kind: 'unreachable' } });
  });
});

describe('a failure in the client', () => {
  it('fails the test where nobody answers', async () => {
    expect(await ask()).toEqual({ ok: false, failure: { kind: 'unreachable' } });
    expect(end).toThrow('Nobody answers GET https://portal.example/summary/auth');
  });

  it('fails the test where an answer throws', async () => {
    network.answer(() => {
      throw new Error('a mistake in the test');
    });
    expect(await ask()).toEqual({ ok: false, failure: { kind: 'unreachable' } });
    expect(end).toThrow('a mistake in the test');
  });

  it('fails that test alone', async () => {
    network.answer(() => Response.json({ to: '/' }));
    expect(await ask()).toMatchObject({ ok: true });
    expect(end).not.toThrow();
  });
});
