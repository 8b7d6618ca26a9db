import { randomBytes } from 'node:crypto';
import { describe, expect } from 'vitest';
import { choicesFor, newPushId, pushIdGroups } from '#server/login/push/groups.ts';
import { serviceOf } from '#tests/support/server/config-parts.ts';
import { countingStorage } from '#tests/support/server/counting-storage.ts';
import { fakeEngine } from '#tests/support/server/engine.ts';
import { checkPush, type PhonePush, phoneOf, requestPush, withdrawPush } from '#tests/support/server/push.ts';
import { testServer } from '#tests/support/server/server.ts';
import { fetchPolicyId } from '#tests/support/server/steps.ts';
import { openTestStorage } from '#tests/support/server/storage.ts';
import { testWithSetup } from '#tests/support/server/test.ts';
import { TYPE_CODES } from '#wire/type-codes.ts';
import { enterWithPush, PUSH_LIFETIME, pollPush, requestPushId } from './push-setup.ts';
import { enter, errCodeOrStatus, logIn, statusAndErrCode } from './steps.ts';

type PushSetup = Awaited<ReturnType<typeof enterWithPush>>;

const PUSH = TYPE_CODES.push;

const test = testWithSetup(enterWithPush);

/** The group on the phone that the screen shows as well. */
const rightChoice = (push: PhonePush | undefined, pushId: string): string =>
  push?.choices.find((group) => pushIdGroups(pushId).includes(group)) ?? '';

describe('a push', () => {
  test('is sent with an ID of four groups and its lifetime, and appears on the phone', async ({ server }) => {
    const lim = await enter(server, 'lim');
    const { status, json } = await requestPush(lim.browser, 'lim', {
      headers: { 'User-Agent': 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit Chrome/156.0 Safari/537.36' },
    });
    expect(status).toBe(200);
    expect(json).toEqual({ status: 200, pushId: expect.stringMatching(/^[A-HJ-NP-Z2-9]{16}$/), period: 60 });

    const { json: listed } = await phoneOf(server, 'lim').list();
    expect(listed).toEqual({
      status: 200,
      pushes: [
        {
          purpose: 'login',
          id: expect.any(String),
          service: 'Hanbit Workspace',
          browser: 'Chrome · Windows',
          address: '',
          at: server.clock.now,
          validUntil: server.clock.now + PUSH_LIFETIME,
          choices: expect.any(Array),
        },
      ],
    });
    expect(server.outbox.list({ userId: 'lim' })).toMatchObject([
      { channel: 'push', to: 'c2f1a9d4-6b3e-4f70-a1c8-5d9e2b7f4a63', subject: '[Hanbit Workspace] Sign-in' },
    ]);
  });

  test('is shown on the phone with four groups, of which one is right, in random order', async () => {
    const positions = new Set<number>();
    for (let round = 0; round < 40 && positions.size < 4; round += 1) {
      const { pushId, phone } = await enterWithPush();
      const [push] = await phone.pushes();
      expect(JSON.stringify(push)).not.toContain(pushId);
      expect(new Set(push?.choices).size).toBe(4);
      const right = push?.choices.filter((group) => pushIdGroups(pushId).includes(group)) ?? [];
      expect(right).toHaveLength(1);
      positions.add(push?.choices.indexOf(right[0] ?? '') ?? -1);
    }
    expect([...positions].sort()).toEqual([0, 1, 2, 3]);
  });

  test('costs two statements for a poll', async () => {
    const { storage, statementCount } = countingStorage(await openTestStorage());
    const { lim, pushId } = await enterWithPush(testServer({}, fakeEngine(), {}, storage));
    const countBefore = statementCount();
    expect(await pollPush(lim, pushId)).toBe('X');
    expect(statementCount() - countBefore).toBe(2);
  });

  test('is polled as X until the phone approves, then as A, and completes the login once', async () => {
    const { lim, pushId, phone } = await enterWithPush();
    expect(await pollPush(lim, pushId)).toBe('X');
    expect(errCodeOrStatus(await logIn(lim, PUSH, pushId))).toBe('010');
    expect((await phone.approveShown(pushId)).status).toBe(200);
    expect(await pollPush(lim, pushId)).toBe('A');
    expect(await phone.pushes()).toEqual([]);

    const { status, json } = await logIn(lim, PUSH, pushId, { check: 'A' });
    expect([status, json['auth']]).toEqual([200, 'Y']);
    expect(errCodeOrStatus(await logIn(lim, PUSH, pushId, { check: 'A' }))).toBe('010_5');
    expect(await pollPush(lim, pushId)).toBe('O');
  });

  test('completes one of many concurrent logins', async ({ setup: { lim, pushId, phone } }) => {
    await phone.approveShown(pushId);
    const answers = await Promise.all([1, 2, 3, 4].map(() => logIn(lim, PUSH, pushId)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('signs in, and stores the checkboxes of its screen', async ({
    setup: { server, lim, pushId, phone },
  }) => {
    await phone.approveShown(pushId);
    await logIn(lim, PUSH, pushId, { fixed: 'Y', alwaysSend: 'Y' });
    expect(await server.portal.firstStepDefaults.find('lim')).toEqual({ tokenCode: PUSH, alwaysSend: true });
  });
});

describe('an invalid approval', () => {
  const INVALID_APPROVALS = [
    [
      'denied',
      '010',
      async ({ phone }: PushSetup) => {
        const [push] = await phone.pushes();
        expect((await phone.deny(push?.id ?? '')).status).toBe(200);
      },
    ],
    ['expired', '010_3', async ({ server }: PushSetup) => server.wait(PUSH_LIFETIME)],
    [
      'cancelled',
      '010_1',
      async ({ lim, pushId }: PushSetup) => {
        expect((await withdrawPush(lim.browser, pushId)).status).toBe(200);
      },
    ],
    [
      'replaced',
      '010_1',
      async ({ lim }: PushSetup) => {
        await requestPushId(lim);
      },
    ],
    [
      'answered with a group that is not on the screen',
      '010_2',
      async ({ phone, pushId }: PushSetup) => {
        const [push] = await phone.pushes();
        const wrong = push?.choices.find((group) => !pushIdGroups(pushId).includes(group)) ?? '';
        expect(errCodeOrStatus(await phone.approve(push?.id ?? '', wrong))).toBe('010_2');
      },
    ],
  ] as const;

  test.each(INVALID_APPROVALS)(
    'of a push that was %s is polled as O and refused with %s',
    async (_name, errCode, end) => {
      const setup = await enterWithPush();
      await end(setup);
      expect(await pollPush(setup.lim, setup.pushId)).toBe('O');
      const refused = await logIn(setup.lim, PUSH, setup.pushId, { check: 'O' });
      expect(statusAndErrCode(refused)).toEqual([400, errCode]);
      expect(refused.json['message']).toBe('');
    },
  );

  test('has a different error code or reason in each case', async () => {
    const reasons = new Set<unknown>();
    for (const [, , end] of INVALID_APPROVALS) {
      const setup = await enterWithPush();
      await end(setup);
      const { errCode, reason } = (await logIn(setup.lim, PUSH, setup.pushId, { check: 'O' })).json;
      reasons.add(`${errCode} ${reason}`);
    }
    expect(reasons.size).toBe(INVALID_APPROVALS.length);
  });

  test('with the check O does not count as a failed attempt', async () => {
    const { server, lim, pushId } = await enterWithPush(testServer({ lock: { maxFailures: 1 } }));
    server.wait(PUSH_LIFETIME);
    for (let round = 0; round < 5; round += 1) {
      expect(errCodeOrStatus(await logIn(lim, PUSH, pushId, { check: 'O' }))).toBe('010_3');
    }
    const nextPushId = await requestPushId(lim);
    await phoneOf(server, 'lim').approveShown(nextPushId);
    expect((await logIn(lim, PUSH, nextPushId)).status).toBe(200);
  });

  test('with a check A that only the page claims is refused', async ({ setup: { lim, pushId } }) => {
    expect(errCodeOrStatus(await logIn(lim, PUSH, pushId, { check: 'A' }))).toBe('010');
    expect(errCodeOrStatus(await logIn(lim, PUSH, 'ABCDEFGHJKLMNPQR', { check: 'A' }))).toBe('010_2');
  });

  test('expires when it is not used', async ({ setup: { server, lim, pushId, phone } }) => {
    await phone.approveShown(pushId);
    server.wait(2 * PUSH_LIFETIME);
    expect(errCodeOrStatus(await logIn(lim, PUSH, pushId))).toBe('010_3');
  });
});

describe('the answer of the phone', () => {
  test('is accepted once, and not after the expiry', async ({ setup: { server, lim, pushId, phone } }) => {
    const [push] = await phone.pushes();
    const id = push?.id ?? '';
    const right = rightChoice(push, pushId);
    await phone.deny(id);
    expect((await phone.approve(id, right)).status).toBe(404);
    expect(await pollPush(lim, pushId)).toBe('O');

    const nextPushId = await requestPushId(lim);
    const [nextPush] = await phone.pushes();
    server.wait(PUSH_LIFETIME);
    expect((await phone.approve(nextPush?.id ?? '', right)).status).toBe(404);
    expect(await phone.pushes()).toEqual([]);
    expect(await pollPush(lim, nextPushId)).toBe('O');
  });

  test('has no effect after a cancel, and can be cancelled itself', async () => {
    const { lim, pushId, phone } = await enterWithPush();
    const [push] = await phone.pushes();
    const right = rightChoice(push, pushId);
    await withdrawPush(lim.browser, pushId);
    expect((await phone.approve(push?.id ?? '', right)).status).toBe(404);

    const nextPushId = await requestPushId(lim);
    await phone.approveShown(nextPushId);
    await withdrawPush(lim.browser, nextPushId);
    expect(errCodeOrStatus(await logIn(lim, PUSH, nextPushId))).toBe('010_1');
  });

  test('is accepted only from the phone of that person', async ({ setup: { server, pushId, phone } }) => {
    const [push] = await phone.pushes();
    const right = rightChoice(push, pushId);
    const phoneOfLee = phoneOf(server, 'lee');
    expect(await phoneOfLee.pushes()).toEqual([]);
    expect((await phoneOfLee.approve(push?.id ?? '', right)).status).toBe(404);
    expect((await phoneOfLee.deny(push?.id ?? '')).status).toBe(404);
    const unknownPhone = phoneOf(server, 'lim', 'x'.repeat(40));
    expect((await unknownPhone.list()).status).toBe(401);
    expect((await unknownPhone.deny(push?.id ?? '')).status).toBe(401);
    expect(await phone.pushes()).toHaveLength(1);
  });

  test.each([{}, { choice: 1 }, 'x'])('without a choice is malformed: %j', async (body) => {
    const { server, phone } = await enterWithPush();
    const [push] = await phone.pushes();
    const headers = { Authorization: 'Bearer lim-iphone-4bYs6Fq1TnV8wKe3XrH7mLz2' };
    const path = `/device/pushes/${push?.id}/approve`;
    expect((await server.browser().call('POST', path, { headers, body })).status).toBe(400);
    expect(await phone.pushes()).toHaveLength(1);
  });
});

describe('a push belongs to', () => {
  test('the person that it was sent to, and no other account', async () => {
    const { server, lim, pushId, phone } = await enterWithPush();
    await phone.approveShown(pushId);
    const policyId = await fetchPolicyId(lim.browser, 'lee');
    const asLee = { browser: lim.browser, userId: 'lee', policyId };
    expect(errCodeOrStatus(await logIn(asLee, PUSH, pushId))).toBe('010_2');
    expect(server.engine.finishedRequests).toEqual([]);
  });

  test('the client that requested it', async () => {
    const { lim, pushId, phone } = await enterWithPush(testServer({ clients: [serviceOf('other')] }));
    await phone.approveShown(pushId);
    const policyId = await fetchPolicyId(lim.browser, 'lim', 'other');
    expect((await checkPush(lim.browser, pushId, 'other')).status).toBe(404);
    const atOtherClient = { ...lim, policyId };
    expect(errCodeOrStatus(await logIn(atOtherClient, PUSH, pushId, { clientId: 'other' }))).toBe('010_2');
    expect(await pollPush(lim, pushId)).toBe('A');
  });

  test('a session, until it is signed out', async ({ setup: { server, lim, pushId, phone } }) => {
    const session = await server.portal.sessions.open(lim.browser.cookieHeader);
    if (session) await server.portal.sessions.signOut(session, 'keep');
    expect(await phone.pushes()).toEqual([]);
    expect(await pollPush(lim, pushId)).toBe(401);
  });
});

test('no push ID, key or choice is logged', async ({ setup: { server, lim, pushId, phone } }) => {
  await pollPush(lim, pushId);
  await phone.approveShown(pushId);
  await withdrawPush(lim.browser, pushId);
  const lines = JSON.stringify(server.logged);
  expect(lines).not.toContain(pushId);
  for (const group of pushIdGroups(pushId)) expect(lines).not.toContain(group);
  expect(lines).toContain('/data/sso/mobileapp/push/check/:pushId');
});

test('a push ID has 16 characters, shown in four groups of four, of which the phone offers one among four', () => {
  const pushId = newPushId(randomBytes);
  expect(pushId).toMatch(/^[A-HJ-NP-Z2-9]{16}$/);
  expect(pushIdGroups(pushId)).toEqual(pushId.match(/.{4}/g));
  const choices = choicesFor(pushId, randomBytes);
  expect(new Set(choices).size).toBe(4);
  expect(choices.filter((choice) => pushIdGroups(pushId).includes(choice))).toHaveLength(1);
});
