import { expect } from 'vitest';
import { fetchAppLink, registerApp } from '#tests/support/server/app-registration.ts';
import type { Browser } from '#tests/support/server/browser.ts';
import { tokenOf } from '#tests/support/server/identity.ts';
import {
  answerQuestion,
  endLink,
  openLink,
  savePassword,
  sendPasswordLink,
  VALID_PASSWORD,
} from '#tests/support/server/passwords.ts';
import { requestPush, withdrawPush } from '#tests/support/server/push.ts';
import { bearer, checkPolicy } from '#tests/support/server/steps.ts';
import { qrNumber } from '#wire/qr-login.ts';
import {
  ANSWER,
  enterNewPerson,
  expectNoServerError,
  type RacePreparation,
  requestPushAsNewPerson,
  statusOf,
  successCount,
} from './race.ts';
import { CLIENT_ID, type Servers } from './servers.ts';

/** Concurrent steps of two browsers, or of a browser and a phone. */
export const DEVICE_RACES: Readonly<Record<string, RacePreparation>> = {
  'two browsers use the same temporary code': async (servers) => {
    const { browser, userId } = await enterNewPerson(servers);
    const secret = (await servers.administration(servers.one).issueEmergencyCode(userId))?.code ?? '';
    const otherBrowser = servers.other.browser();
    return {
      one: () => servers.signIn(browser, userId, { tokenCode: '0', secret }),
      other: () => servers.signIn(otherBrowser, userId, { tokenCode: '0', secret }),
      async expectOutcome(answers) {
        expect(successCount(answers)).toBe(1);
      },
    };
  },
  'two wrong passwords are the last attempts before the lock': async (servers) => {
    const { browser, userId } = await enterNewPerson(servers);
    for (let failures = 0; failures < 4; failures += 1)
      await servers.signIn(browser, userId, { secret: 'a guess' });
    const otherBrowser = servers.other.browser();
    return {
      one: () => servers.signIn(browser, userId, { secret: 'a guess' }),
      other: () => servers.signIn(otherBrowser, userId, { secret: 'another guess' }),
      async expectOutcome(answers) {
        expect(successCount(answers)).toBe(0);
        expect(await servers.acceptsFirstPassword(userId)).toBe(false);
      },
    };
  },
  'two browsers save a password with the same link': async (servers) => {
    const userId = await servers.newPerson();
    const ak = await sendPasswordLink(servers.one, userId, 'change', CLIENT_ID);
    const openLinkIn = async (browser: Browser) => {
      await openLink(browser, userId, ak, CLIENT_ID);
      return { browser, token: tokenOf(await answerQuestion(browser, userId, ANSWER, CLIENT_ID)) };
    };
    const atOne = await openLinkIn(servers.one.browser());
    const atOther = await openLinkIn(servers.other.browser());
    return {
      one: () => savePassword(atOne.browser, 'PUT', userId, atOne.token, `${VALID_PASSWORD}-one`),
      other: () => savePassword(atOther.browser, 'PUT', userId, atOther.token, `${VALID_PASSWORD}-other`),
      async expectOutcome(answers) {
        expect(successCount(answers)).toBe(1);
        const ended = await Promise.all(
          [atOne, atOther].map(({ browser, token }) => endLink(browser, userId, token, ak)),
        );
        expect(successCount(ended)).toBeLessThan(2);
      },
    };
  },
  'two browsers request pushes for the same person': async (servers) => {
    const { browser, userId } = await enterNewPerson(servers);
    await servers.registerApp(userId);
    const otherBrowser = servers.other.browser();
    await checkPolicy(otherBrowser, userId, CLIENT_ID);
    return {
      one: () => requestPush(browser, userId, { clientId: CLIENT_ID }),
      other: () => requestPush(otherBrowser, userId, { clientId: CLIENT_ID }),
      async expectOutcome(answers) {
        expect(successCount(answers)).toBe(1);
        expect(answers.map(statusOf).toSorted()).toEqual([200, 429]);
      },
    };
  },
  'a push is approved and cancelled': async (servers) => {
    const { browser, answer, check, pushId } = await requestPushAsNewPerson(servers);
    return {
      one: () => answer('approve'),
      other: () => withdrawPush(servers.otherTab(browser), pushId, CLIENT_ID),
      async expectOutcome(answers) {
        expectNoServerError(answers);
        expect(await check()).toBe('O');
      },
    };
  },
  'a push is approved and denied': async (servers) => {
    const { answer, check } = await requestPushAsNewPerson(servers);
    return {
      one: () => answer('approve'),
      other: () => answer('deny'),
      async expectOutcome(answers) {
        expect(successCount(answers)).toBe(1);
        expect(await check()).toBe(statusOf(answers[0]) === 200 ? 'A' : 'O');
      },
    };
  },
  'two sign-ins use the same approval': async (servers) => {
    const { browser, userId, pushId, answer } = await requestPushAsNewPerson(servers);
    await answer('approve');
    const values = { tokenCode: '10', secret: pushId, check: 'A' };
    const tab = servers.otherTab(browser);
    return {
      one: () => servers.signIn(browser, userId, values),
      other: () => servers.signIn(tab, userId, values),
      async expectOutcome(answers) {
        expect(successCount(answers)).toBe(1);
      },
    };
  },
  'two people approve the same QR code': async (servers) => {
    const browser = servers.one.browser();
    const qrId = String((await browser.call('GET', '/mobileapp/qr?ip=')).json['qrId']);
    const check = () =>
      browser.call('GET', `/data/sso/mobileapp/qr/check/${qrId}?clientId=${CLIENT_ID}&time=1`);
    await check();
    const people = [await servers.newPerson(), await servers.newPerson()];
    const keys = [await servers.registerApp(people[0] ?? ''), await servers.registerApp(people[1] ?? '')];
    const approve = (index: number) =>
      servers.other.browser().call('POST', `/device/qr/${qrId}`, {
        headers: bearer(keys[index] ?? ''),
        body: { number: qrNumber(qrId) },
      });
    return {
      one: () => approve(0),
      other: () => approve(1),
      async expectOutcome(answers) {
        expect(successCount(answers)).toBe(1);
        expect((await check()).json['userId']).toBe(people[answers.map(statusOf).indexOf(200)]);
      },
    };
  },
  'two phones use the same app link': async (servers) => {
    const userId = await servers.newPerson();
    const ak = await servers.one.portal.provisionLinks.issue(userId);
    const link = await fetchAppLink(servers.one.browser(), ak);
    const register = (server: Servers['one'], name: string) =>
      registerApp(server.browser(), link, {
        key: `${userId}-${name}`.padEnd(43, 'k'),
        uuid: crypto.randomUUID(),
      });
    return {
      one: () => register(servers.one, 'one'),
      other: () => register(servers.other, 'other'),
      async expectOutcome(answers) {
        expect(successCount(answers)).toBe(1);
      },
    };
  },
};
