import { expect } from 'vitest';
import type { Browser, CallAnswer } from '#tests/support/server/browser.ts';
import { VALID_PASSWORD } from '#tests/support/server/passwords.ts';
import { softwareAuthenticator } from '#tests/support/server/software-authenticator.ts';
import { firstStep } from '#tests/support/server/steps.ts';
import { answered, bearer, good, known, open, type Pair, pushed, type Race } from './meeting.ts';
import { CLIENT, type Stage } from './stage.ts';

type Press = (at: Browser) => Promise<CallAnswer>;

/**
 * A press at a server that was started just now and is killed meanwhile, so that its answer is lost; the browser sends it
 * again, under the same name, to the other one.
 */
async function pressedTwice(
  stage: Stage,
  browser: Browser,
  press: Press,
  holds: (again: CallAnswer) => Promise<void>,
): Promise<Race> {
  const mortal = await stage.open();
  const lost = stage.twin(browser, mortal);
  const [here, there] = [stage.twin(browser, stage.one), stage.twin(browser)];
  return {
    one: () => press(lost),
    async other() {
      await mortal.kill();
      return press(there);
    },
    async holds([, again]) {
      await mortal.db.close();
      await holds(again as CallAnswer);
      expect((await press(here)).json).toEqual((again as CallAnswer).json);
    },
  };
}

const nameOf = (userId: string): string => `${userId}-pressed-once`.padEnd(32, '0');

const signingIn =
  (
    userId: string,
    policyId: string,
    values: Parameters<typeof firstStep>[0] = {},
    name = nameOf(userId),
  ): Press =>
  (at) =>
    at.call('POST', '/authenticate', {
      body: { userId, userPassword: firstStep({ clientId: CLIENT, policyId, ...values }) },
      headers: { 'Idempotency-Key': name },
    });

const rowsOf = async ({ other }: Stage, table: string, userId: string, column = 'user_id'): Promise<number> =>
  (await other.db.prepare(`SELECT * FROM ${table} WHERE ${column} = ?`).all(userId)).length;

/** What a person does while the server that hears of it is killed and started anew. */
export const RESTARTS: Readonly<Record<string, Pair>> = {
  'a sign-in and a restart': async (stage) => {
    const { browser, userId, policyId } = await known(stage);
    return pressedTwice(stage, browser, signingIn(userId, policyId), async (again) => {
      expect(again.status).toBe(200);
      expect(await rowsOf(stage, 'sessions', userId, 'login_user')).toBe(1);
    });
  },
  'a wrong password and a restart': async (stage) => {
    const { browser, userId, policyId } = await known(stage);
    const press = signingIn(userId, policyId, { secret: 'a guess' });
    return pressedTwice(stage, browser, press, async (again) => {
      expect(again.json['failCount']).toBe(1);
      const next = await stage.signIn(stage.other.browser(), userId, { secret: 'another guess' });
      expect(next.json['failCount']).toBe(2);
    });
  },
  'a temporary code and a restart': async (stage) => {
    const { browser, userId, policyId } = await known(stage);
    const secret = (await stage.administration(stage.one).issueEmergencyCode(userId))?.code ?? '';
    const press = signingIn(userId, policyId, { tokenCode: '0', secret });
    return pressedTwice(stage, browser, press, async (again) => {
      expect(again.status).toBe(200);
      const once = await stage.signIn(stage.other.browser(), userId, { tokenCode: '0', secret });
      expect(once.status).not.toBe(200);
    });
  },
  'a saved password and a restart': async (stage) => {
    const { browser, userId, token } = await answered(stage);
    const press: Press = (at) =>
      at.call('PUT', '/pw', {
        body: { userId, pw: VALID_PASSWORD },
        headers: { Auth: `Bearer ${token}`, 'Idempotency-Key': nameOf(userId) },
      });
    return pressedTwice(stage, browser, press, async (again) => {
      expect(again.status).toBe(200);
      expect(await rowsOf(stage, 'password_history', userId)).toBe(1);
      expect((await stage.signIn(stage.other.browser(), userId, { secret: VALID_PASSWORD })).status).toBe(
        200,
      );
      expect(await stage.knowsFirstPassword(userId)).toBe(false);
    });
  },
  'the end of a passkey registration and a restart': async (stage) => {
    const { browser, userId, token } = await open(stage);
    const body = { username: userId, keyname: 'Laptop', tenantId: CLIENT };
    const started = await browser.call('POST', '/start', { body, headers: bearer(token) });
    const { challenge } = started.json['publicKeyCredentialCreationOptions'] as { challenge: string };
    const publicKeyCredential = softwareAuthenticator().registration(challenge);
    const press: Press = (at) =>
      at.call('POST', '/finish', {
        body: { userId, tokenName: 'Laptop', publicKeyCredential, tenantId: CLIENT },
        headers: { ...bearer(token), 'Idempotency-Key': nameOf(userId) },
      });
    return pressedTwice(stage, browser, press, async (again) => {
      expect(again.status).toBe(200);
      expect(await rowsOf(stage, 'passkeys', userId)).toBe(1);
    });
  },
  'a push that is asked for and a restart': async (stage) => {
    const { browser, userId } = await known(stage);
    const key = await stage.appOf(userId);
    const press: Press = (at) =>
      at.call('POST', `/mobileapp/push/${userId}?clientId=${CLIENT}&ip=`, {
        body: { userId, clientId: CLIENT, content: '' },
        headers: { 'Idempotency-Key': nameOf(userId) },
      });
    return pressedTwice(stage, browser, press, async (again) => {
      expect(again.status).toBe(200);
      const app = stage.other.browser();
      const { json } = await app.call('GET', '/device/pushes', { headers: bearer(key) });
      expect(json['pushes']).toHaveLength(1);
    });
  },
  'a look for an approval and a restart': async (stage) => {
    const { browser, userId, policyId, pushId, answer } = await pushed(stage);
    const mortal = await stage.open();
    const lost = stage.twin(browser, mortal);
    const look = (at: Browser): Promise<CallAnswer> =>
      at.call('GET', `/data/sso/mobileapp/push/check/${pushId}?time=1&clientId=${CLIENT}`);
    return {
      one: () => look(lost),
      async other() {
        await answer('approve');
        await mortal.kill();
        return look(stage.twin(browser));
      },
      async holds([, again]) {
        await mortal.db.close();
        expect((again as CallAnswer).json['check']).toBe('A');
        const values = { tokenCode: '10', secret: pushId, check: 'A' } as const;
        const presses = ['first', 'second'].map((which) =>
          signingIn(userId, policyId, values, `${userId}-${which}-press`.padEnd(32, '0')),
        );
        const answers = [];
        for (const press of presses) answers.push(await press(stage.twin(browser)));
        expect(good(answers)).toBe(1);
      },
    };
  },
};
