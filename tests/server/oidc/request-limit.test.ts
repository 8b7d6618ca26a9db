import { afterEach, describe, expect, it } from 'vitest';
import { Browser } from './browser.ts';
import { authorizationUrl, begin, type EngineServer, startEngineServer } from './engine-server.ts';

let server: EngineServer;
afterEach(() => server.close());

const waiting = async (ids: readonly string[]): Promise<number[]> => {
  const found = await Promise.all(ids.map((id) => server.engine.find(id)));
  return found.flatMap((request, index) => (request ? [index] : []));
};

async function beginTimes(browsers: readonly Browser[]): Promise<string[]> {
  const ids: string[] = [];
  for (const browser of browsers) ids.push(await begin(browser, authorizationUrl(server.origin)));
  return ids;
}

/** A browser with a portal session. */
function known(id: string): Browser {
  const browser = new Browser();
  browser.setCookie(server.origin, 'munjigi_session', id);
  return browser;
}

describe('requests that wait for their person', () => {
  it('are so many of one browser; the oldest makes room', async () => {
    server = await startEngineServer({ more: { limits: { requests: { perBrowser: 2 } } } });
    const [one, two] = [known('one'), known('two')];
    const ids = await beginTimes([one, two, one, one, two]);
    expect(await waiting(ids)).toEqual([1, 2, 3, 4]);
  });

  it('are so many of one address, also of browsers that keep no cookies', async () => {
    server = await startEngineServer({ more: { limits: { requests: { perAddress: 3 } } } });
    const ids = await beginTimes(Array.from({ length: 5 }, () => new Browser()));
    expect(await waiting(ids)).toEqual([2, 3, 4]);
  });
});
