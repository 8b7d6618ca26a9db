import { expect } from 'vitest';
import type { Browser, CallAnswer } from '#tests/support/server/browser.ts';
import { challengeIn } from '#tests/support/server/passkey-calls.ts';
import { VALID_PASSWORD } from '#tests/support/server/passwords.ts';
import { checkPush, requestPush } from '#tests/support/server/push.ts';
import { softwareAuthenticator } from '#tests/support/server/software-authenticator.ts';
import { bearer, firstStep } from '#tests/support/server/steps.ts';
import {
  answerAsNewPerson,
  enterNewPerson,
  passCheckAsNewPerson,
  type Race,
  type RacePreparation,
  requestPushAsNewPerson,
  successCount,
} from './race.ts';
import { CLIENT_ID, type Servers } from './servers.ts';

type Call = (tab: Browser) => Promise<CallAnswer>;

/**
 * Makes a call to a server that is killed meanwhile, so that the answer is lost; the browser repeats the call to the
 * other servers with the same idempotency key.
 */
async function repeatAfterKill(
  servers: Servers,
  browser: Browser,
  call: Call,
  expectOutcome: (repeated: CallAnswer) => Promise<void>,
): Promise<Race> {
  const killedServer = await servers.open();
  const killedTab = servers.otherTab(browser, killedServer);
  const tabAtOne = servers.otherTab(browser, servers.one);
  const tabAtOther = servers.otherTab(browser);
  return {
    one: () => call(killedTab),
    async other() {
      await killedServer.kill();
      return call(tabAtOther);
    },
    async expectOutcome([, repeated]) {
      await killedServer.db.close();
      await expectOutcome(repeated as CallAnswer);
      expect((await call(tabAtOne)).json).toEqual((repeated as CallAnswer).json);
    },
  };
}

const idempotencyKeyOf = (userId: string): string => `${userId}-repeated`.padEnd(32, '0');

const signInCall =
  (
    userId: string,
    policyId: string,
    values: Parameters<typeof firstStep>[0] = {},
    key = idempotencyKeyOf(userId),
  ): Call =>
  (tab) =>
    tab.call('POST', '/authenticate', {
      body: { userId, userPassword: firstStep({ clientId: CLIENT_ID, policyId, ...values }) },
      headers: { 'Idempotency-Key': key },
    });

const rowCountOf = async (
  { other }: Servers,
  table: string,
  userId: string,
  column = 'user_id',
): Promise<number> =>
  (await other.db.prepare(`SELECT * FROM ${table} WHERE ${column} = ?`).all(userId)).length;

/** Requests of a person; the server is killed before the answer. */
export const RESTART_RACES: Readonly<Record<string, RacePreparation>> = {
  'the server is killed during a sign-in': async (servers) => {
    const { browser, userId, policyId } = await enterNewPerson(servers);
    return repeatAfterKill(servers, browser, signInCall(userId, policyId), async (repeated) => {
      expect(repeated.status).toBe(200);
      expect(await rowCountOf(servers, 'sessions', userId, 'login_user')).toBe(1);
    });
  },
  'the server is killed while it checks a wrong password': async (servers) => {
    const { browser, userId, policyId } = await enterNewPerson(servers);
    const call = signInCall(userId, policyId, { secret: 'a guess' });
    return repeatAfterKill(servers, browser, call, async (repeated) => {
      expect(repeated.json['failCount']).toBe(1);
      const next = await servers.signIn(servers.other.browser(), userId, { secret: 'another guess' });
      expect(next.json['failCount']).toBe(2);
    });
  },
  'the server is killed during a sign-in with a temporary code': async (servers) => {
    const { browser, userId, policyId } = await enterNewPerson(servers);
    const secret = (await servers.administration(servers.one).issueEmergencyCode(userId))?.code ?? '';
    const call = signInCall(userId, policyId, { tokenCode: '0', secret });
    return repeatAfterKill(servers, browser, call, async (repeated) => {
      expect(repeated.status).toBe(200);
      const secondUse = await servers.signIn(servers.other.browser(), userId, { tokenCode: '0', secret });
      expect(secondUse.status).not.toBe(200);
    });
  },
  'the server is killed while a password is saved': async (servers) => {
    const { browser, userId, token } = await answerAsNewPerson(servers);
    const call: Call = (tab) =>
      tab.call('PUT', '/pw', {
        body: { userId, pw: VALID_PASSWORD },
        headers: { Auth: `Bearer ${token}`, 'Idempotency-Key': idempotencyKeyOf(userId) },
      });
    return repeatAfterKill(servers, browser, call, async (repeated) => {
      expect(repeated.status).toBe(200);
      expect(await rowCountOf(servers, 'password_history', userId)).toBe(1);
      expect((await servers.signIn(servers.other.browser(), userId, { secret: VALID_PASSWORD })).status).toBe(
        200,
      );
      expect(await servers.acceptsFirstPassword(userId)).toBe(false);
    });
  },
  'the server is killed while a passkey registration is finished': async (servers) => {
    const { browser, userId, token } = await passCheckAsNewPerson(servers);
    const body = { username: userId, keyname: 'Laptop', tenantId: CLIENT_ID };
    const started = await browser.call('POST', '/start', { body, headers: bearer(token) });
    const publicKeyCredential = softwareAuthenticator().registration(challengeIn(started));
    const call: Call = (tab) =>
      tab.call('POST', '/finish', {
        body: { userId, tokenName: 'Laptop', publicKeyCredential, tenantId: CLIENT_ID },
        headers: { ...bearer(token), 'Idempotency-Key': idempotencyKeyOf(userId) },
      });
    return repeatAfterKill(servers, browser, call, async (repeated) => {
      expect(repeated.status).toBe(200);
      expect(await rowCountOf(servers, 'passkeys', userId)).toBe(1);
    });
  },
  'the server is killed while a push is requested': async (servers) => {
    const { browser, userId } = await enterNewPerson(servers);
    const key = await servers.registerApp(userId);
    const call: Call = (tab) =>
      requestPush(tab, userId, {
        clientId: CLIENT_ID,
        headers: { 'Idempotency-Key': idempotencyKeyOf(userId) },
      });
    return repeatAfterKill(servers, browser, call, async (repeated) => {
      expect(repeated.status).toBe(200);
      const app = servers.other.browser();
      const { json } = await app.call('GET', '/device/pushes', { headers: bearer(key) });
      expect(json['pushes']).toHaveLength(1);
    });
  },
  'the server is killed while an approval is polled': async (servers) => {
    const { browser, userId, policyId, pushId, answer } = await requestPushAsNewPerson(servers);
    const killedServer = await servers.open();
    const killedTab = servers.otherTab(browser, killedServer);
    const check = (tab: Browser): Promise<CallAnswer> => checkPush(tab, pushId, CLIENT_ID);
    return {
      one: () => check(killedTab),
      async other() {
        await answer('approve');
        await killedServer.kill();
        return check(servers.otherTab(browser));
      },
      async expectOutcome([, repeated]) {
        await killedServer.db.close();
        expect((repeated as CallAnswer).json['check']).toBe('A');
        const values = { tokenCode: '10', secret: pushId, check: 'A' } as const;
        const calls = ['first', 'second'].map((call) =>
          signInCall(userId, policyId, values, `${userId}-${call}-call`.padEnd(32, '0')),
        );
        const answers = [];
        for (const call of calls) answers.push(await call(servers.otherTab(browser)));
        expect(successCount(answers)).toBe(1);
      },
    };
  },
};
