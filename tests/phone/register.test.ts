import * as v from 'valibot';
import { beforeAll, describe, expect, test } from 'vitest';
import { success } from '#machines/shared/result.ts';
import { generateDeviceKey } from '#phone/keys/device-key.ts';
import { answerLogin, fetchLogin } from '#phone/ports/code-login.ts';
import { register } from '#phone/ports/register.ts';
import { renamePhone } from '#phone/ports/rename.ts';
import { answerRequest, fetchRequests } from '#phone/ports/requests.ts';
import type { StoredAccount } from '#phone/store/accounts.ts';
import { pollPush } from '#tests/server/methods/push-setup.ts';
import { enter } from '#tests/server/methods/steps.ts';
import { groupsOf, requestPush } from '#tests/support/server/push.ts';
import { type TestServer, testServer } from '#tests/support/server/server.ts';
import { CLIENT_ID } from '#tests/support/server/steps.ts';
import { qrNumber } from '#wire/qr-login.ts';
import { connectedApp, linkTo } from './connected-app.ts';

const MINUTE = 60_000;

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});

test('a registration creates new keys, stores the account, and requests persistent storage', async () => {
  const { deps, stored, persistStorage, client } = connectedApp(server);
  const answer = await register(deps, { link: await linkTo(server, 'yoon') });
  expect(answer).toMatchObject({ ok: true, value: { userId: 'yoon', id: stored[0]?.id } });
  expect(await server.portal.devices.mobileApps.of('yoon')).toMatchObject({
    uuid: stored[0]?.id,
    deviceName: 'Chrome · Android',
    hasKey: true,
  });
  expect(persistStorage).toHaveBeenCalledOnce();
  const key = stored[0]?.deviceKey;
  if (!key) throw new Error('No key was stored');
  expect((await client.call({ method: 'GET', path: '/device/pushes', schema: v.object({}), key })).ok).toBe(
    true,
  );
});

test('a new name is sent to the portal for each account, then stored for later registrations, but not without a network', async () => {
  let isOffline = false;
  const { deps, stored } = connectedApp(server, (_, answer) => (isOffline ? Response.error() : answer));
  await register(deps, { link: await linkTo(server, 'yoon') });
  const [account] = stored;
  if (!account) throw new Error('No account was stored');
  stored.push({ ...account, id: 'unknown', userId: 'removed', deviceKey: await generateDeviceKey() });
  expect(await renamePhone(deps, 'Galaxy')).toBe(true);
  await register(deps, { link: await linkTo(server, 'noh') });
  for (const userId of ['yoon', 'noh'])
    expect((await server.portal.devices.mobileApps.of(userId))?.deviceName).toBe('Galaxy');
  isOffline = true;
  expect(await renamePhone(deps, 'Pixel')).toBe(false);
  expect(await deps.deviceName.read()).toBe('Galaxy');
});

test('no account is stored when the portal refuses the registration', async () => {
  const { deps, stored } = connectedApp(server);
  const link = await linkTo(server, 'kim');
  await linkTo(server, 'kim');
  expect(await register(deps, { link })).toMatchObject({ ok: false, failure: { code: 'urlUsed' } });
  expect(stored).toEqual([]);
});

test('an account is stored also when the answer to its registration was lost', async () => {
  const { deps, stored } = connectedApp(server, (path, answer) => {
    if (path === '/device/apps') throw new TypeError('Failed to fetch');
    return answer;
  });
  expect(await register(deps, { link: await linkTo(server, 'kim') })).toMatchObject({ ok: true });
  expect(stored.map(({ userId }) => userId)).toEqual(['kim']);
});

test('the clock of the portal is measured by its answers', async () => {
  const { deps, skews, client } = connectedApp(server, (_, answer) => {
    const headers = new Headers(answer.headers);
    headers.set('Date', new Date(Date.now() + 10 * MINUTE).toUTCString());
    return new Response(answer.body, { status: answer.status, headers });
  });
  await register(deps, { link: await linkTo(server, 'yoon') });
  expect(skews).toHaveLength(1);
  expect(Math.abs(client.now() - Date.now() - 10 * MINUTE)).toBeLessThan(2_000);
});

describe('a push request', () => {
  /** Sends a push from the browser of Lim to the phone of Lim. */
  async function requestToLim() {
    const app = connectedApp(server);
    const { deps, stored, client } = app;
    await register(deps, { link: await linkTo(server, 'lim') });
    const [account] = stored;
    if (!account) throw new Error('No account was stored');
    const lim = await enter(server, 'lim');
    const pushId = String((await requestPush(lim.browser, 'lim')).json['pushId']);
    const requests = await fetchRequests(client, deps.accounts, [account]);
    const answer = (choice: string | null) => {
      if (!requests.request) throw new Error('There is no request');
      return answerRequest(client, deps.accounts, { request: requests.request, choice });
    };
    return { lim, pushId, requests, answer, check: () => pollPush(lim, pushId) };
  }

  test('is approved by the characters on the screen', async () => {
    const { requests, pushId, answer, check } = await requestToLim();
    expect(requests).toMatchObject({
      isUnreachable: false,
      unknownUserIds: [],
      request: { account: { userId: 'lim' }, purpose: 'login', service: '한빛 업무 포털' },
    });
    const choice = requests.request?.choices.find((group) => groupsOf(pushId).includes(group)) ?? '';
    expect(await answer(choice)).toEqual(success(undefined));
    expect(await check()).toBe('A');
    expect(await answer(choice)).toMatchObject({ ok: false, failure: { code: '010_5' } });
  });

  test('can be refused by the person, and is refused with wrong characters', async () => {
    const refusedByPerson = await requestToLim();
    expect(await refusedByPerson.answer(null)).toEqual(success(undefined));
    const answeredWrongly = await requestToLim();
    expect(await answeredWrongly.answer('XXXX')).toMatchObject({ ok: false, failure: { code: '010_2' } });
  });

  test('is fetched together with the IDs of unknown accounts, or reports that the portal is unreachable', async () => {
    const { deps, stored, client } = connectedApp(server, (path, answer) => {
      if (path === '/device/pushes' && isUnreachable) throw new TypeError('Failed to fetch');
      return answer;
    });
    let isUnreachable = false;
    await register(deps, { link: await linkTo(server, 'yoon') });
    isUnreachable = true;
    expect(await fetchRequests(client, deps.accounts, stored)).toEqual({
      request: null,
      isUnreachable: true,
      unknownUserIds: [],
    });
    isUnreachable = false;
    await server.portal.devices.mobileApps.remove('yoon');
    expect(await fetchRequests(client, deps.accounts, stored)).toMatchObject({ unknownUserIds: ['yoon'] });
  });
});

describe('a scanned sign-in', () => {
  /** Shows a QR code in a browser and scans it with the phone of Lim. */
  async function scanByLim() {
    const { deps, stored, client } = connectedApp(server);
    await register(deps, { link: await linkTo(server, 'lim') });
    const browser = server.browser();
    const qrId = String((await browser.call('GET', '/mobileapp/qr?ip=')).json['qrId']);
    const check = async () =>
      (await browser.call('GET', `/data/sso/mobileapp/qr/check/${qrId}?clientId=${CLIENT_ID}&time=1`)).json;
    await check();
    const [account] = stored;
    if (!account) throw new Error('No account was stored');
    const fetched = await fetchLogin(client, deps.accounts, { qrId, accounts: [account] });
    const answer = (number: string | null) => {
      if (!fetched.ok) throw new Error('There is no login');
      return answerLogin(client, deps.accounts, { login: fetched.value, account, number });
    };
    return { qrId, fetched, check, answer, account, deps, client };
  }

  test('is approved by the number on the screen', async () => {
    const { qrId, fetched, check, answer } = await scanByLim();
    expect(fetched).toMatchObject({
      ok: true,
      value: { qrId, service: '한빛 업무 포털', numbers: expect.arrayContaining([qrNumber(qrId)]) },
    });
    expect(fetched.ok && fetched.value.validUntil - fetched.value.at).toBe(15_000);
    expect(await answer(qrNumber(qrId))).toEqual(success(undefined));
    expect(await check()).toMatchObject({ check: 'A', userId: 'lim' });
    expect(await answer(qrNumber(qrId))).toMatchObject({ ok: false, failure: { code: '010_3' } });
  });

  test('can be declined by the person, and is refused with a wrong number', async () => {
    const declined = await scanByLim();
    expect(await declined.answer(null)).toEqual(success(undefined));
    expect(await declined.check()).toMatchObject({ check: 'O', errCode: '010_1' });
    const refused = await scanByLim();
    const wrong = qrNumber(refused.qrId) === '10' ? '11' : '10';
    expect(await refused.answer(wrong)).toMatchObject({ ok: false, failure: { code: 'wrongNumber' } });
  });

  test('is fetched with the first account that the portal knows, never with an offline account', async () => {
    const { qrId, account, client } = await scanByLim();
    const unknown = { ...account, id: 'unknown', deviceKey: await generateDeviceKey() };
    const offline = { ...account, id: 'offline', deviceKey: null };
    const fetchWith = (...all: readonly StoredAccount[]) =>
      fetchLogin(client, { all: async () => all }, { qrId, accounts: all });
    expect((await fetchWith(offline, unknown, account)).ok).toBe(true);
    expect(await fetchWith(unknown)).toMatchObject({ ok: false, failure: { code: 'unknownDevice' } });
    expect((await fetchWith(offline)).ok).toBe(false);
  });
});
