import { expect } from 'vitest';
import type { Browser, CallAnswer } from '#tests/support/server/browser.ts';
import { requestAccessToken, tokenOf } from '#tests/support/server/identity.ts';
import { savePassword, VALID_PASSWORD } from '#tests/support/server/passwords.ts';
import { checkPolicy } from '#tests/support/server/steps.ts';
import { answered, bearer, expectNoFault, good, known, type Pair, statusOf } from './meeting.ts';
import { CLIENT } from './stage.ts';

/** Concurrent steps of two tabs of one session. */
export const TABS: Readonly<Record<string, Pair>> = {
  'two tabs sign in by password': async (stage) => {
    const { browser, userId } = await known(stage);
    const twin = stage.twin(browser);
    return {
      one: () => stage.signIn(browser, userId),
      other: () => stage.signIn(twin, userId),
      async holds(answers) {
        expect(good(answers)).toBe(2);
        expect([await stage.signedIn(browser), await stage.signedIn(twin)]).toContain(userId);
      },
    };
  },
  'a sign-in and a sign-out of one session': async (stage) => {
    const { browser, userId } = await known(stage);
    const twin = stage.twin(browser);
    return {
      one: () => stage.signIn(browser, userId),
      other: () => twin.visit('/logout'),
      async holds(answers) {
        expectNoFault(answers);
        expect(await stage.signedIn(twin)).toBeNull();
        if (statusOf(answers[0]) !== 200) expect(await stage.signedIn(browser)).toBeNull();
      },
    };
  },
  'one press that comes to both servers': async (stage) => {
    const { browser, userId, policyId } = await known(stage);
    const twin = stage.twin(browser);
    const press = (at: Browser) =>
      at.call('POST', '/login/password', {
        body: { userId, userPassword: 'a guess', clientId: CLIENT, selfAuthFlag: 'Y', policyId },
        headers: { 'Idempotency-Key': `${userId}-press`.padEnd(32, '0') },
      });
    return {
      one: () => press(browser),
      other: () => press(twin),
      async holds([one, other]) {
        expect((one as CallAnswer).json).toEqual((other as CallAnswer).json);
        expect((one as CallAnswer).json['failCount']).toBe(1);
      },
    };
  },
  'two saves of a password by one token': async (stage) => {
    const { browser, userId, token } = await answered(stage);
    const twin = stage.twin(browser);
    return {
      one: () => savePassword(browser, 'PUT', userId, token, `${VALID_PASSWORD}-one`),
      other: () => savePassword(twin, 'PUT', userId, token, `${VALID_PASSWORD}-other`),
      async holds(answers) {
        expect(good(answers)).toBe(1);
        expect(await stage.knowsFirstPassword(userId)).toBe(false);
      },
    };
  },
  'a code that is sent twice': async (stage) => {
    const { browser, userId } = await known(stage);
    const token = tokenOf(await requestAccessToken(browser, userId, CLIENT));
    const twin = stage.twin(browser);
    const send = (at: Browser) =>
      at.call('POST', '/auth/oauth2/send/sms', {
        body: { userId, clientId: CLIENT, content: '' },
        headers: bearer(token),
      });
    return {
      one: () => send(browser),
      other: () => send(twin),
      async holds(answers) {
        expectNoFault(answers);
        const rows = await stage.other.db.prepare('SELECT * FROM sent_codes WHERE user_id = ?').all(userId);
        expect(rows).toHaveLength(1);
      },
    };
  },
  'another ID and the proof of the first one': async (stage) => {
    const { browser, userId, token } = await answered(stage);
    const stranger = await stage.newPerson();
    const twin = stage.twin(browser);
    return {
      one: () => savePassword(browser, 'PUT', userId, token),
      other: () => checkPolicy(twin, stranger, CLIENT),
      async holds(answers) {
        expectNoFault(answers);
        expect(await stage.knowsFirstPassword(userId)).toBe(statusOf(answers[0]) !== 200);
      },
    };
  },
};
