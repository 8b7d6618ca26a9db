import { expect } from 'vitest';
import type { Browser, CallAnswer } from '#tests/support/server/browser.ts';
import { requestAccessToken, tokenOf } from '#tests/support/server/identity.ts';
import { savePassword, VALID_PASSWORD } from '#tests/support/server/passwords.ts';
import { bearer, checkPolicy } from '#tests/support/server/steps.ts';
import {
  answerAsNewPerson,
  enterNewPerson,
  expectNoServerError,
  type RacePreparation,
  statusOf,
  successCount,
} from './race.ts';
import { CLIENT_ID } from './servers.ts';

/** Concurrent steps of two tabs of the same session. */
export const TAB_RACES: Readonly<Record<string, RacePreparation>> = {
  'two tabs sign in with a password': async (servers) => {
    const { browser, userId } = await enterNewPerson(servers);
    const tab = servers.otherTab(browser);
    return {
      one: () => servers.signIn(browser, userId),
      other: () => servers.signIn(tab, userId),
      async expectOutcome(answers) {
        expect(successCount(answers)).toBe(2);
        expect([await servers.signedInUser(browser), await servers.signedInUser(tab)]).toContain(userId);
      },
    };
  },
  'one tab signs in and the other signs out': async (servers) => {
    const { browser, userId } = await enterNewPerson(servers);
    const tab = servers.otherTab(browser);
    return {
      one: () => servers.signIn(browser, userId),
      other: () => tab.visit('/logout'),
      async expectOutcome(answers) {
        expectNoServerError(answers);
        expect(await servers.signedInUser(tab)).toBeNull();
        if (statusOf(answers[0]) !== 200) expect(await servers.signedInUser(browser)).toBeNull();
      },
    };
  },
  'the same request reaches both servers': async (servers) => {
    const { browser, userId, policyId } = await enterNewPerson(servers);
    const tab = servers.otherTab(browser);
    const send = (tabBrowser: Browser) =>
      tabBrowser.call('POST', '/login/password', {
        body: { userId, userPassword: 'a guess', clientId: CLIENT_ID, selfAuthFlag: 'Y', policyId },
        headers: { 'Idempotency-Key': `${userId}-request`.padEnd(32, '0') },
      });
    return {
      one: () => send(browser),
      other: () => send(tab),
      async expectOutcome([one, other]) {
        expect((one as CallAnswer).json).toEqual((other as CallAnswer).json);
        expect((one as CallAnswer).json['failCount']).toBe(1);
      },
    };
  },
  'two tabs save a password with the same token': async (servers) => {
    const { browser, userId, token } = await answerAsNewPerson(servers);
    const tab = servers.otherTab(browser);
    return {
      one: () => savePassword(browser, 'PUT', userId, token, `${VALID_PASSWORD}-one`),
      other: () => savePassword(tab, 'PUT', userId, token, `${VALID_PASSWORD}-other`),
      async expectOutcome(answers) {
        expect(successCount(answers)).toBe(1);
        expect(await servers.acceptsFirstPassword(userId)).toBe(false);
      },
    };
  },
  'two tabs request a code': async (servers) => {
    const { browser, userId } = await enterNewPerson(servers);
    const token = tokenOf(await requestAccessToken(browser, userId, CLIENT_ID));
    const tab = servers.otherTab(browser);
    const send = (tabBrowser: Browser) =>
      tabBrowser.call('POST', '/auth/oauth2/send/sms', {
        body: { userId, clientId: CLIENT_ID, content: '' },
        headers: bearer(token),
      });
    return {
      one: () => send(browser),
      other: () => send(tab),
      async expectOutcome(answers) {
        expectNoServerError(answers);
        const rows = await servers.other.db.prepare('SELECT * FROM sent_codes WHERE user_id = ?').all(userId);
        expect(rows).toHaveLength(1);
      },
    };
  },
  'one tab saves a password while the other enters another ID': async (servers) => {
    const { browser, userId, token } = await answerAsNewPerson(servers);
    const otherUserId = await servers.newPerson();
    const tab = servers.otherTab(browser);
    return {
      one: () => savePassword(browser, 'PUT', userId, token),
      other: () => checkPolicy(tab, otherUserId, CLIENT_ID),
      async expectOutcome(answers) {
        expectNoServerError(answers);
        expect(await servers.acceptsFirstPassword(userId)).toBe(statusOf(answers[0]) !== 200);
      },
    };
  },
};
