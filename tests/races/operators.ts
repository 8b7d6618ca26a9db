import { expect } from 'vitest';
import { LIFETIMES } from '#server/storage/lifetimes.ts';
import { sweep } from '#server/storage/sweep.ts';
import type { CallAnswer } from '#tests/support/server/browser.ts';
import { savePassword, VALID_PASSWORD } from '#tests/support/server/passwords.ts';
import { answered, bearer, expectNoFault, good, known, open, type Pair, statusOf } from './meeting.ts';
import { CLIENT, type Stage } from './stage.ts';

const NEW_PASSWORD = `${VALID_PASSWORD}-of-the-desk`;

/** Actions of an operator at the same time as a person. */
export const ADMINISTRATION: Readonly<Record<string, Pair>> = {
  'a sign-in and a disabling': async (stage) => {
    const { browser, userId } = await known(stage);
    return {
      one: () => stage.signIn(browser, userId),
      other: () => stage.office(stage.other).change(userId, { status: 'disabled' }),
      async holds() {
        expect(await stage.signedIn(browser)).toBeNull();
      },
    };
  },
  'a sign-in and a removal': async (stage) => {
    const { browser, userId } = await known(stage);
    return {
      one: () => stage.signIn(browser, userId),
      other: () => stage.office(stage.other).remove(userId),
      async holds([answer]) {
        expectNoFault([answer]);
        expect(await stage.signedIn(browser)).toBeNull();
        expect(await stage.one.portal.accounts.find(userId)).toBeNull();
      },
    };
  },
  'a registration and a disabling': async (stage) => {
    const { browser, userId, token } = await open(stage);
    return {
      one: () =>
        browser.call('POST', '/data/portal/mobileapp/provision/qr', {
          body: { userId, ipAddress: '' },
          headers: bearer(token),
        }),
      other: () => stage.office(stage.other).change(userId, { status: 'disabled' }),
      async holds([answer]) {
        expectNoFault([answer]);
        const { authCode } = (answer as CallAnswer).json;
        const path = `/data/portal/mobileapp/provision/schema?authCode=${authCode}`;
        expect((await stage.other.browser().call('GET', path)).status).toBe(404);
      },
    };
  },
  'a save by a link and a newer link': async (stage) => {
    const { browser, userId, token } = await answered(stage);
    return {
      one: () => savePassword(browser, 'PUT', userId, token, NEW_PASSWORD),
      other: () => stage.administration(stage.other).issuePasswordLink(userId, CLIENT, 'change'),
      async holds([answer]) {
        expectNoFault([answer]);
        expect(await stage.knowsFirstPassword(userId)).toBe(statusOf(answer) !== 200);
      },
    };
  },
  'an unlocking and a wrong password': async (stage) => {
    const { browser, userId } = await known(stage);
    for (let tried = 0; tried < 5; tried += 1) await stage.signIn(browser, userId, { secret: 'a guess' });
    return {
      one: () => stage.signIn(browser, userId, { secret: 'a guess' }),
      other: () => stage.office(stage.other).unlock(userId),
      async holds([answer]) {
        expectNoFault([answer]);
        expect(await stage.knowsFirstPassword(userId)).toBe(true);
      },
    };
  },
  'two temporary codes that are issued at once': async (stage) => {
    const { userId } = await known(stage);
    const issue = (server: Stage['one']) => stage.administration(server).issueEmergencyCode(userId);
    return {
      one: () => issue(stage.one),
      other: () => issue(stage.other),
      async holds(issued) {
        const codes = issued.map((answer) => (answer as { code: string } | null)?.code ?? '');
        const answer = [];
        for (const secret of codes)
          answer.push(await stage.signIn(stage.one.browser(), userId, { tokenCode: '0', secret }));
        expect(good(answer)).toBe(1);
      },
    };
  },
  'a sign-in and the end of all sessions': async (stage) => {
    const { browser, userId } = await known(stage);
    const before = stage.one.browser();
    await stage.signIn(before, userId);
    return {
      one: () => stage.signIn(browser, userId),
      other: () => stage.office(stage.other).endSessions(userId),
      async holds([answer]) {
        expectNoFault([answer]);
        expect(await stage.signedIn(before)).toBeNull();
      },
    };
  },
  'a sign-in and the sweeping of old rows': async (stage) => {
    const { browser, userId } = await known(stage);
    return {
      one: () => stage.signIn(browser, userId),
      other: () => sweep(stage.other.db, LIFETIMES, stage.other.clock.now),
      async holds([answer]) {
        expect(statusOf(answer)).toBe(200);
        expect(await stage.signedIn(browser)).toBe(userId);
      },
    };
  },
};
