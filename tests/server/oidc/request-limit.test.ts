import { afterEach, describe, expect, it } from 'vitest';
import { Browser } from './browser.ts';
import {
  authorizationUrl,
  beginRequest,
  browserSignedInAs,
  type EngineServer,
  isOutside,
  startEngineServer,
} from './engine-server.ts';

let server: EngineServer;
afterEach(() => server.close());

const pendingIndexes = async (ids: readonly string[]): Promise<number[]> => {
  const requests = await Promise.all(ids.map((id) => server.engine.find(id)));
  return requests.flatMap((request, index) => (request ? [index] : []));
};

/** Begins a request in each browser; returns their IDs. */
async function beginIn(browsers: readonly Browser[]): Promise<string[]> {
  const ids: string[] = [];
  for (const browser of browsers) ids.push(await beginRequest(browser, authorizationUrl(server.origin)));
  return ids;
}

/** A browser with a portal session, by its ID. */
function browserWith(id: string): Browser {
  const browser = new Browser();
  browser.setCookie(server.origin, 'munjigi_session', id);
  return browser;
}

describe('pending requests', () => {
  it('are limited for a browser; a new one replaces the oldest', async () => {
    server = await startEngineServer({ extraConfig: { limits: { requests: { perBrowser: 2 } } } });
    const [firstBrowser, secondBrowser] = [browserWith('one'), browserWith('two')];
    const ids = await beginIn([firstBrowser, secondBrowser, firstBrowser, firstBrowser, secondBrowser]);
    expect(await pendingIndexes(ids)).toEqual([1, 2, 3, 4]);
  });

  it('are limited for an address, also of browsers without cookies', async () => {
    server = await startEngineServer({ extraConfig: { limits: { requests: { perAddress: 3 } } } });
    const ids = await beginIn(Array.from({ length: 5 }, () => new Browser()));
    expect(await pendingIndexes(ids)).toEqual([2, 3, 4]);
  });

  it('are counted once, also when they are answered', async () => {
    server = await startEngineServer({ extraConfig: { limits: { requests: { perAddress: 3 } } } });
    const person = browserSignedInAs(server, 'kim');
    const [first = '', second = ''] = await beginIn([new Browser(), new Browser()]);
    const silentRequest = authorizationUrl(server.origin, { prompt: 'none' });
    expect((await person.follow(silentRequest, isOutside(server.origin))).searchParams.has('code')).toBe(
      true,
    );
    expect(await pendingIndexes([first, second])).toEqual([0, 1]);
  });

  it('of an address do not replace a sign-in after its policy check, unless these are more than half', async () => {
    server = await startEngineServer({ extraConfig: { limits: { requests: { perAddress: 4 } } } });
    const beginMore = (count: number) => beginIn(Array.from({ length: count }, () => new Browser()));
    const [checkedId = ''] = await beginMore(1);
    await server.engine.recordProgress(checkedId, 'checked');
    await beginMore(10);
    expect(await pendingIndexes([checkedId])).toEqual([0]);
    for (const id of await beginMore(4)) await server.engine.recordProgress(id, 'checked');
    const later = await beginMore(2);
    expect(await pendingIndexes([checkedId, ...later])).toEqual([1, 2]);
  });
});
