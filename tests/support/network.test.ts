import { object, string } from 'valibot';
import { afterEach, describe, expect, it } from 'vitest';
import { clientWith } from './client.ts';
import { openNetwork } from './network.ts';

let checkNetwork = (): void => undefined;
const network = openNetwork((check) => {
  checkNetwork = check;
});
afterEach(() => checkNetwork());

const client = clientWith();
const fetchSummary = () =>
  client.call({ method: 'GET', path: '/summary/auth', schema: object({ to: string() }) });

describe('a network', () => {
  it('answers and records its requests', async () => {
    network.answer(() => Response.json({ to: '/' }));
    expect(await fetchSummary()).toEqual({ ok: true, value: { to: '/' } });
    expect(network.requests.map(({ method, url }) => [method, url])).toEqual([
      ['GET', 'https://portal.example/summary/auth'],
    ]);
  });

  it('has no requests of an earlier test', () => {
    expect(network.requests).toEqual([]);
  });

  it('uses the answer that was set last for a call', async () => {
    network.answer(() => Response.json({ to: '/first' }));
    network.answerTo('GET /summary/auth', () => Response.json({ to: '/second' }));
    network.answerTo('POST /summary/auth', () => Response.json({ to: '/third' }));
    expect(await fetchSummary()).toEqual({ ok: true, value: { to: '/second' } });
  });

  it('reports no problem when the answer of a test is a network error', async () => {
    network.answer(() => Response.error());
    expect(await fetchSummary()).toEqual({ ok: false, failure: { kind: 'unreachable' } });
  });
});

describe('a request that the client reports as unreachable', () => {
  it('fails the test when the test has no answer for it', async () => {
    expect(await fetchSummary()).toEqual({ ok: false, failure: { kind: 'unreachable' } });
    expect(checkNetwork).toThrow('There is no answer to GET https://portal.example/summary/auth');
  });

  it('fails the test when its answer throws', async () => {
    network.answer(() => {
      throw new Error('a mistake in the test');
    });
    expect(await fetchSummary()).toEqual({ ok: false, failure: { kind: 'unreachable' } });
    expect(checkNetwork).toThrow('a mistake in the test');
  });

  it('does not fail the next test', async () => {
    network.answer(() => Response.json({ to: '/' }));
    expect(await fetchSummary()).toMatchObject({ ok: true });
    expect(checkNetwork).not.toThrow();
  });
});
