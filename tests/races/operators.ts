import { expect } from 'vitest';
import { LIFETIMES } from '#server/storage/lifetimes.ts';
import { sweep } from '#server/storage/sweep.ts';
import type { CallAnswer } from '#tests/support/server/browser.ts';
import { savePassword, VALID_PASSWORD } from '#tests/support/server/passwords.ts';
import { bearer } from '#tests/support/server/steps.ts';
import {
  answerAsNewPerson,
  enterNewPerson,
  expectNoServerError,
  passCheckAsNewPerson,
  type RacePreparation,
  statusOf,
  successCount,
} from './race.ts';
import { CLIENT_ID, type Servers } from './servers.ts';

const NEW_PASSWORD = `${VALID_PASSWORD}-new`;

/** Actions of an operator at the same time as a person. */
export const OPERATOR_RACES: Readonly<Record<string, RacePreparation>> = {
  'a person signs in while the account is disabled': async (servers) => {
    const { browser, userId } = await enterNewPerson(servers);
    return {
      one: () => servers.signIn(browser, userId),
      other: () => servers.accountAdmin(servers.other).change(userId, { status: 'disabled' }),
      async expectOutcome() {
        expect(await servers.signedInUser(browser)).toBeNull();
      },
    };
  },
  'a person signs in while the account is removed': async (servers) => {
    const { browser, userId } = await enterNewPerson(servers);
    return {
      one: () => servers.signIn(browser, userId),
      other: () => servers.accountAdmin(servers.other).remove(userId),
      async expectOutcome([answer]) {
        expectNoServerError([answer]);
        expect(await servers.signedInUser(browser)).toBeNull();
        expect(await servers.one.portal.accounts.find(userId)).toBeNull();
      },
    };
  },
  'a person registers an app while the account is disabled': async (servers) => {
    const { browser, userId, token } = await passCheckAsNewPerson(servers);
    return {
      one: () =>
        browser.call('POST', '/data/portal/mobileapp/provision/qr', {
          body: { userId, ipAddress: '' },
          headers: bearer(token),
        }),
      other: () => servers.accountAdmin(servers.other).change(userId, { status: 'disabled' }),
      async expectOutcome([answer]) {
        expectNoServerError([answer]);
        const { authCode } = (answer as CallAnswer).json;
        const path = `/data/portal/mobileapp/provision/schema?authCode=${authCode}`;
        expect((await servers.other.browser().call('GET', path)).status).toBe(404);
      },
    };
  },
  'a password is saved after a security answer while a link is issued': async (servers) => {
    const { browser, userId, token } = await answerAsNewPerson(servers);
    return {
      one: () => savePassword(browser, 'PUT', userId, token, NEW_PASSWORD),
      other: () => servers.administration(servers.other).issuePasswordLink(userId, CLIENT_ID, 'change'),
      async expectOutcome([answer]) {
        expectNoServerError([answer]);
        expect(await servers.acceptsFirstPassword(userId)).toBe(statusOf(answer) !== 200);
      },
    };
  },
  'an account is unlocked while a wrong password is entered': async (servers) => {
    const { browser, userId } = await enterNewPerson(servers);
    for (let failures = 0; failures < 5; failures += 1)
      await servers.signIn(browser, userId, { secret: 'a guess' });
    return {
      one: () => servers.signIn(browser, userId, { secret: 'a guess' }),
      other: () => servers.accountAdmin(servers.other).unlock(userId),
      async expectOutcome([answer]) {
        expectNoServerError([answer]);
        expect(await servers.acceptsFirstPassword(userId)).toBe(true);
      },
    };
  },
  'two temporary codes are issued at the same time': async (servers) => {
    const { userId } = await enterNewPerson(servers);
    const issue = (server: Servers['one']) => servers.administration(server).issueEmergencyCode(userId);
    return {
      one: () => issue(servers.one),
      other: () => issue(servers.other),
      async expectOutcome(issued) {
        const codes = issued.map((answer) => (answer as { code: string } | null)?.code ?? '');
        const answers = [];
        for (const secret of codes)
          answers.push(await servers.signIn(servers.one.browser(), userId, { tokenCode: '0', secret }));
        expect(successCount(answers)).toBe(1);
      },
    };
  },
  'a person signs in while all sessions are ended': async (servers) => {
    const { browser, userId } = await enterNewPerson(servers);
    const signedInBrowser = servers.one.browser();
    await servers.signIn(signedInBrowser, userId);
    return {
      one: () => servers.signIn(browser, userId),
      other: () => servers.accountAdmin(servers.other).endSessions(userId),
      async expectOutcome([answer]) {
        expectNoServerError([answer]);
        expect(await servers.signedInUser(signedInBrowser)).toBeNull();
      },
    };
  },
  'a person signs in while old rows are swept': async (servers) => {
    const { browser, userId } = await enterNewPerson(servers);
    return {
      one: () => servers.signIn(browser, userId),
      other: () => sweep(servers.other.db, LIFETIMES, servers.other.clock.now),
      async expectOutcome([answer]) {
        expect(statusOf(answer)).toBe(200);
        expect(await servers.signedInUser(browser)).toBe(userId);
      },
    };
  },
};
