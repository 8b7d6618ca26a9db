import * as v from 'valibot';
import { beforeAll, expect, test, vi } from 'vitest';
import { createPhoneClient } from '#phone/calls/client.ts';
import { register } from '#phone/ports/register.ts';
import type { Accounts, StoredAccount } from '#phone/store/accounts.ts';
import { administrationOf } from '#server/administration/administration.ts';
import { type TestServer, testServer } from '#tests/support/server/server.ts';

const ORIGIN = 'http://localhost:8080';
const MINUTE = 60_000;

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});

/** The app before the portal's own server. @param lose what happens to an answer on its way */
function appOf(lose: (path: string, answer: Response) => Response = (_, answer) => answer) {
  const kept: StoredAccount[] = [];
  const skews: number[] = [];
  const browser = server.browser();
  vi.stubGlobal('fetch', async (url: URL, init: RequestInit) =>
    lose(url.pathname, await browser.carry(new Request(url, { ...init, signal: null }))),
  );
  const accounts: Accounts = {
    all: async () => kept,
    put: async (account) => void kept.push(account),
    remove: async () => undefined,
    skewMs: async () => 0,
    keepSkew: async () => undefined,
  };
  const client = createPhoneClient({
    origin: ORIGIN,
    language: () => 'ko',
    skewMs: server.clock.now - Date.now(),
    keepSkew: (skewMs) => skews.push(skewMs),
  });
  const keepStorage = vi.fn(async () => true);
  const deps = { client, accounts, origin: ORIGIN, userAgent: 'Android Chrome/156', keepStorage };
  return { deps, kept, skews, keepStorage, client };
}

const linkTo = async (userId: string): Promise<string> =>
  (await administrationOf(server.portal).issueProvisionLink(userId)) ?? '';

test('registers with keys of its own, keeps the account, and asks the browser to keep the storage', async () => {
  const { deps, kept, keepStorage, client } = appOf();
  const answer = await register(deps, { link: await linkTo('yoon') });
  expect(answer).toMatchObject({ ok: true, value: { userId: 'yoon', id: kept[0]?.id } });
  expect(await server.portal.devices.mobileApps.of('yoon')).toMatchObject({
    uuid: kept[0]?.id,
    deviceName: 'Chrome · Android',
    hasKey: true,
  });
  expect(keepStorage).toHaveBeenCalledOnce();
  const key = kept[0]?.deviceKey;

  if (!key) throw new Error('No key was kept');
  expect((await client.call({ method: 'GET', path: '/device/pushes', schema: v.object({}), key })).ok).toBe(
    true,
  );
});

test('keeps nothing when the portal refuses', async () => {
  const { deps, kept } = appOf();
  const link = await linkTo('kim');
  await linkTo('kim');
  expect(await register(deps, { link })).toMatchObject({ ok: false, failure: { code: 'urlUsed' } });
  expect(kept).toEqual([]);
});

test('finds out whether the portal has registered it when the answer was lost', async () => {
  const { deps, kept } = appOf((path, answer) => {
    if (path === '/device/apps') throw new TypeError('Failed to fetch');
    return answer;
  });
  expect(await register(deps, { link: await linkTo('kim') })).toMatchObject({ ok: true });
  expect(kept.map(({ userId }) => userId)).toEqual(['kim']);
});

test('learns the time of the portal from its answers', async () => {
  const { deps, skews, client } = appOf((_, answer) => {
    const headers = new Headers(answer.headers);
    headers.set('Date', new Date(Date.now() + 10 * MINUTE).toUTCString());
    return new Response(answer.body, { status: answer.status, headers });
  });
  await register(deps, { link: await linkTo('yoon') });
  expect(skews).toHaveLength(1);
  expect(Math.abs(client.now() - Date.now() - 10 * MINUTE)).toBeLessThan(2_000);
});
