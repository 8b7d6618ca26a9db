import { expect } from 'vitest';
import { linkOf, registerApp } from '#tests/support/server/app-registration.ts';
import type { Browser } from '#tests/support/server/browser.ts';
import { tokenOf } from '#tests/support/server/identity.ts';
import {
  endLink,
  openLink,
  savePassword,
  sendPasswordLink,
  VALID_PASSWORD,
} from '#tests/support/server/passwords.ts';
import { checkPolicy } from '#tests/support/server/steps.ts';
import { qrNumber } from '#wire/qr-login.ts';
import { bearer, expectNoFault, good, known, type Pair, push, pushed, statusOf } from './meeting.ts';
import { CLIENT, type Stage } from './stage.ts';

/** Concurrent steps of two browsers, or of a browser and a phone. */
export const DEVICES: Readonly<Record<string, Pair>> = {
  'one temporary code at two browsers': async (stage) => {
    const { browser, userId } = await known(stage);
    const secret = (await stage.administration(stage.one).issueEmergencyCode(userId))?.code ?? '';
    const elsewhere = stage.other.browser();
    return {
      one: () => stage.signIn(browser, userId, { tokenCode: '0', secret }),
      other: () => stage.signIn(elsewhere, userId, { tokenCode: '0', secret }),
      async holds(answers) {
        expect(good(answers)).toBe(1);
      },
    };
  },
  'two last tries of a password': async (stage) => {
    const { browser, userId } = await known(stage);
    for (let tried = 0; tried < 4; tried += 1) await stage.signIn(browser, userId, { secret: 'a guess' });
    const elsewhere = stage.other.browser();
    return {
      one: () => stage.signIn(browser, userId, { secret: 'a guess' }),
      other: () => stage.signIn(elsewhere, userId, { secret: 'another guess' }),
      async holds(answers) {
        expect(good(answers)).toBe(0);
        expect(await stage.knowsFirstPassword(userId)).toBe(false);
      },
    };
  },
  'one link that two browsers save by': async (stage) => {
    const userId = await stage.newPerson();
    const ak = await sendPasswordLink(stage.one, userId, 'change', CLIENT);
    const at = async (browser: Browser) => {
      await openLink(browser, userId, ak, CLIENT);
      const body = { userId, clientId: CLIENT, answer: '제주도' };
      const token = tokenOf(await browser.call('POST', '/data/sso/password/answer/verification', { body }));
      return { browser, token };
    };
    const [here, there] = [await at(stage.one.browser()), await at(stage.other.browser())];
    return {
      one: () => savePassword(here.browser, 'PUT', userId, here.token, `${VALID_PASSWORD}-one`),
      other: () => savePassword(there.browser, 'PUT', userId, there.token, `${VALID_PASSWORD}-other`),
      async holds(answers) {
        expect(good(answers)).toBe(1);
        const ended = await Promise.all(
          [here, there].map(({ browser, token }) => endLink(browser, userId, token, ak)),
        );
        expect(good(ended)).toBeLessThan(2);
      },
    };
  },
  'two pushes that two browsers ask for': async (stage) => {
    const { browser, userId } = await known(stage);
    await stage.appOf(userId);
    const elsewhere = stage.other.browser();
    await checkPolicy(elsewhere, userId, CLIENT);
    return {
      one: () => push(browser, userId),
      other: () => push(elsewhere, userId),
      async holds(answers) {
        expect(good(answers)).toBe(1);
        expect(answers.map(statusOf).toSorted()).toEqual([200, 429]);
      },
    };
  },
  'an approval and a cancel of one push': async (stage) => {
    const { browser, answer, look, pushId } = await pushed(stage);
    const path = `/data/sso/mobileapp/push/${pushId}?clientId=${CLIENT}`;
    return {
      one: () => answer('approve'),
      other: () => stage.twin(browser).call('DELETE', path, { headers: { 'Content-Type': null } }),
      async holds(answers) {
        expectNoFault(answers);
        expect(await look()).toBe('O');
      },
    };
  },
  'an approval and a refusal of one push': async (stage) => {
    const { answer, look } = await pushed(stage);
    return {
      one: () => answer('approve'),
      other: () => answer('deny'),
      async holds(answers) {
        expect(good(answers)).toBe(1);
        expect(await look()).toBe(statusOf(answers[0]) === 200 ? 'A' : 'O');
      },
    };
  },
  'two logins by one approval': async (stage) => {
    const { browser, userId, pushId, answer } = await pushed(stage);
    await answer('approve');
    const values = { tokenCode: '10', secret: pushId, check: 'A' };
    const twin = stage.twin(browser);
    return {
      one: () => stage.signIn(browser, userId, values),
      other: () => stage.signIn(twin, userId, values),
      async holds(answers) {
        expect(good(answers)).toBe(1);
      },
    };
  },
  'one QR code that two people approve': async (stage) => {
    const browser = stage.one.browser();
    const qrId = String((await browser.call('GET', '/mobileapp/qr?ip=')).json['qrId']);
    const look = () => browser.call('GET', `/data/sso/mobileapp/qr/check/${qrId}?clientId=${CLIENT}&time=1`);
    await look();
    const people = [await stage.newPerson(), await stage.newPerson()];
    const keys = [await stage.appOf(people[0] ?? ''), await stage.appOf(people[1] ?? '')];
    const approve = (index: number) =>
      stage.other.browser().call('POST', `/device/qr/${qrId}`, {
        headers: bearer(keys[index] ?? ''),
        body: { number: qrNumber(qrId) },
      });
    return {
      one: () => approve(0),
      other: () => approve(1),
      async holds(answers) {
        expect(good(answers)).toBe(1);
        expect((await look()).json['userId']).toBe(people[answers.map(statusOf).indexOf(200)]);
      },
    };
  },
  'one app link at two phones': async (stage) => {
    const userId = await stage.newPerson();
    const ak = await stage.one.portal.provisionLinks.issue(userId);
    const link = await linkOf(stage.one.browser(), ak);
    const register = (server: Stage['one'], name: string) =>
      registerApp(server.browser(), link, {
        key: `${userId}-${name}`.padEnd(43, 'k'),
        uuid: crypto.randomUUID(),
      });
    return {
      one: () => register(stage.one, 'one'),
      other: () => register(stage.other, 'other'),
      async holds(answers) {
        expect(good(answers)).toBe(1);
      },
    };
  },
};
