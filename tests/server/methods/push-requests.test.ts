import { describe, expect } from 'vitest';
import { serviceOf, twoSteps } from '#tests/support/server/config-parts.ts';
import { phoneOf, requestPush, withdrawPush } from '#tests/support/server/push.ts';
import { proveFirstStep, sendSecondStep } from '#tests/support/server/second-step.ts';
import { type TestServer, testServer } from '#tests/support/server/server.ts';
import { fetchPolicyId } from '#tests/support/server/steps.ts';
import { test } from '#tests/support/server/test.ts';
import { TYPE_CODES } from '#wire/type-codes.ts';
import { enterWithPush, PUSH_LIFETIME, pollPush, requestPushId } from './push-setup.ts';
import { enter, errCodeOrStatus, type Person, statusAndErrCode } from './steps.ts';

describe('a request for a push is refused', () => {
  test.each([
    [
      'when the policy allows no push',
      { policies: [{ id: 'p', users: ['lim'], authType: 'otp', methods: ['sms'] }] },
      'lim',
      '018',
    ],
    ['without an app', {}, 'yoon', '009'],
    [
      'for an app that is registered offline',
      {
        accounts: [
          {
            userId: 'off',
            name: { ko: '오프', en: 'Off' },
            tokens: { mobileApp: { uuid: 'u', os: 'o', appVersion: '1', deviceName: 'd', offline: true } },
          },
        ],
        policies: [{ id: 'p', users: ['off'], authType: 'otp', methods: ['push'] }],
      },
      'off',
      '009',
    ],
  ])('%s', async (_name, file, userId, errCode) => {
    const server = await testServer(file);
    const { browser } = await enter(server, userId);
    expect(statusAndErrCode(await requestPush(browser, userId))).toEqual([400, errCode]);
  });

  test('when address and body name different people or clients', async () => {
    const lim = await enter(await testServer(), 'lim');
    expect(errCodeOrStatus(await requestPush(lim.browser, 'lim', { body: { userId: 'lee' } }))).toBe(
      'malformed',
    );
    expect(errCodeOrStatus(await requestPush(lim.browser, 'lim', { body: { clientId: 'x' } }))).toBe(
      'malformed',
    );
  });

  test('when the gateway fails (012_3) or is missing (012); no push waits then', async () => {
    const broken = { deliver: () => Promise.reject(new Error('down')) };
    for (const [push, errCode] of [
      [broken, '012_3'],
      [null, '012'],
    ] as const) {
      const server = await testServer({ limits: { sends: { perSession: 1 } } }, undefined, { push });
      const lim = await enter(server, 'lim');
      for (const _try of [1, 2]) {
        expect(statusAndErrCode(await requestPush(lim.browser, 'lim'))).toEqual([500, errCode]);
      }
      expect(await phoneOf(server, 'lim').pushes()).toEqual([]);
    }
  });
});

describe('one pending push for an account', () => {
  test('is replaced by a new one of the same session', async () => {
    const { lim, pushId, phone } = await enterWithPush();
    const nextPushId = await requestPushId(lim);
    expect([await pollPush(lim, pushId), await pollPush(lim, nextPushId)]).toEqual(['O', 'X']);
    expect(await phone.pushes()).toHaveLength(1);
    expect((await phone.approveShown(nextPushId)).status).toBe(200);
  });

  test('makes another session wait', async () => {
    const { server, lim, pushId } = await enterWithPush();
    const otherSession = await enter(server, 'lim');
    server.wait(15_000);
    const refused = await requestPush(otherSession.browser, 'lim');
    expect(statusAndErrCode(refused)).toEqual([429, 'pushPending']);
    expect(refused.headers.get('Retry-After')).toBe('45');
    await withdrawPush(lim.browser, pushId);
    expect((await requestPush(otherSession.browser, 'lim')).status).toBe(200);
  });

  test('is the only one, also after concurrent requests of two sessions', async ({ server }) => {
    const people = [await enter(server, 'lim'), await enter(server, 'lim')];
    const pushes = await Promise.all(people.map(({ browser }) => requestPush(browser, 'lim')));
    expect(pushes.map(({ status }) => status).sort()).toEqual([200, 429]);
    expect(await phoneOf(server, 'lim').pushes()).toHaveLength(1);
  });
});

describe('the cool-down of pushes', () => {
  const deny = async (server: TestServer, lim: Person): Promise<void> => {
    await requestPushId(lim);
    const phone = phoneOf(server, 'lim');
    const [push] = await phone.pushes();
    await phone.deny(push?.id ?? '');
  };

  test('begins with the third push that was denied or expired, for every browser', async ({ server }) => {
    const lim = await enter(server, 'lim');
    await deny(server, lim);
    await deny(server, lim);
    await requestPushId(lim);
    server.wait(PUSH_LIFETIME);
    const refused = await requestPush((await enter(server, 'lim')).browser, 'lim');
    expect(statusAndErrCode(refused)).toEqual([429, 'tooManyPushes']);
    expect(refused.headers.get('Retry-After')).toBe('240');
    server.wait(240_000);
    expect((await requestPush(lim.browser, 'lim')).status).toBe(200);
  });

  test('does not count pushes that were cancelled, replaced or approved', async ({ server }) => {
    const lim = await enter(server, 'lim');
    for (let round = 0; round < 3; round += 1) await withdrawPush(lim.browser, await requestPushId(lim));
    for (let round = 0; round < 3; round += 1) await requestPushId(lim);
    await phoneOf(server, 'lim').approveShown(await requestPushId(lim));
    expect((await requestPush(lim.browser, 'lim')).status).toBe(200);
  });

  test('does not apply after the password', async () => {
    const gated = { id: 'g', users: ['lim'], clients: ['inner'], authType: 'other', methods: ['pw', 'push'] };
    const server = await testServer({ clients: [serviceOf('inner')], policies: [gated] });
    const stranger = await enter(server, 'lim');
    for (let round = 0; round < 3; round += 1) await deny(server, stranger);
    const owner = server.browser();
    const policyId = await fetchPolicyId(owner, 'lim', 'inner');
    await owner.call('POST', '/login/password', {
      body: {
        userId: 'lim',
        userPassword: 'Munjigi!2026',
        clientId: 'inner',
        selfAuthFlag: 'N',
        policyId,
      },
    });
    expect((await requestPush(owner, 'lim', { clientId: 'inner' })).status).toBe(200);
  });

  test('is not the only limit: pushes count as sends, also when they are cancelled', async () => {
    const server = await testServer({ limits: { sends: { perSession: 4 } } });
    const lim = await enter(server, 'lim');
    for (let round = 0; round < 4; round += 1) await withdrawPush(lim.browser, await requestPushId(lim));
    expect(errCodeOrStatus(await requestPush(lim.browser, 'lim'))).toBe('tooManySends');
  });
});

describe('the second step', () => {
  const TWO_STEPS = { id: 'two', users: ['lim'], ...twoSteps({ push: 1 }) };
  const PATH = '/data/mobileapp/push';

  test('polls, withdraws and is completed with the second token', async () => {
    const server = await testServer({ policies: [TWO_STEPS] });
    const person = await proveFirstStep(server.browser(), 'lim');
    const headers = { Auth: `Bearer ${person.secondToken}`, Authorization: `Bearer ${person.accessToken}` };
    const firstPushId = await requestPushId(person);
    const poll = await person.browser.call('GET', `${PATH}/check/${firstPushId}`, { headers });
    expect(poll.json).toEqual({ status: 200, check: 'X' });
    expect((await person.browser.call('DELETE', `${PATH}/${firstPushId}`, { headers })).status).toBe(200);

    const nextPushId = await requestPushId(person);
    await phoneOf(server, 'lim').approveShown(nextPushId);
    expect((await person.browser.call('GET', `${PATH}/check/${nextPushId}`, { headers })).json['check']).toBe(
      'A',
    );
    expect((await sendSecondStep(person, TYPE_CODES.push, nextPushId, { check: 'A' })).status).toBe(200);
  });
});
