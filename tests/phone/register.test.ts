import * as v from 'valibot';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { success } from '#machines/shared/result.ts';
import { createPhoneClient } from '#phone/calls/client.ts';
import { register } from '#phone/ports/register.ts';
import { answerRequest, askRequests } from '#phone/ports/requests.ts';
import type { Accounts, StoredAccount } from '#phone/store/accounts.ts';
import { administrationOf } from '#server/administration/administration.ts';
import { look } from '#tests/server/methods/push-stage.ts';
import { enter } from '#tests/server/methods/steps.ts';
import { groupsOf, requestPush } from '#tests/support/server/push.ts';
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

describe('a request of the desk', () => {
  /** Lim's phone and Lim at the desk. */
  async function askedOfLim() {
    const app = appOf();
    const { deps, kept, client } = app;
    await register(deps, { link: await linkTo('lim') });
    const [account] = kept;
    if (!account) throw new Error('No account was kept');
    const lim = await enter(server, 'lim');
    const pushId = String((await requestPush(lim.browser, 'lim')).json['pushId']);
    const asked = await askRequests(client, deps.accounts, [account]);
    const answer = (choice: string | null) => {
      if (!asked.request) throw new Error('Nothing waits');
      return answerRequest(client, deps.accounts, { request: asked.request, choice });
    };
    return { lim, pushId, asked, answer, check: () => look(lim, pushId) };
  }

  test('is approved by the characters of its screen, with a signature', async () => {
    const { asked, pushId, answer, check } = await askedOfLim();
    expect(asked).toMatchObject({
      isUnreachable: false,
      unknown: [],
      request: { account: { userId: 'lim' }, purpose: 'login', service: '한빛 업무 포털' },
    });
    const choice = asked.request?.choices.find((group) => groupsOf(pushId).includes(group)) ?? '';
    expect(await answer(choice)).toEqual(success(undefined));
    expect(await check()).toBe('A');
    expect(await answer(choice)).toMatchObject({ ok: false, failure: { code: '010_5' } });
  });

  test('is refused, and by other characters too', async () => {
    const { answer } = await askedOfLim();
    expect(await answer(null)).toEqual(success(undefined));
    const second = await askedOfLim();
    expect(await second.answer('XXXX')).toMatchObject({ ok: false, failure: { code: '010_2' } });
  });

  test('comes to nobody whose app the portal has forgotten, or while it cannot be reached', async () => {
    const { deps, kept, client } = appOf((path, answer) => {
      if (path === '/device/pushes' && isOff) throw new TypeError('Failed to fetch');
      return answer;
    });
    let isOff = false;
    await register(deps, { link: await linkTo('yoon') });
    isOff = true;
    expect(await askRequests(client, deps.accounts, kept)).toEqual({
      request: null,
      isUnreachable: true,
      unknown: [],
    });
    isOff = false;
    await server.portal.devices.mobileApps.remove('yoon');
    expect(await askRequests(client, deps.accounts, kept)).toMatchObject({ unknown: ['yoon'] });
  });
});
