import { describe, expect } from 'vitest';
import { tokenOf } from '#tests/support/server/identity.ts';
import {
  answerQuestion,
  GIL,
  openLink,
  savePassword,
  sendPasswordLink,
} from '#tests/support/server/passwords.ts';
import { testServer } from '#tests/support/server/server.ts';
import { test } from '#tests/support/server/test.ts';
import { verdictOf } from './methods/steps.ts';

const MINUTE = 60_000;

describe('an ak', () => {
  test('is not found by 200 concurrent guesses of a limited address', async ({ server }) => {
    const ak = await sendPasswordLink(server, 'gil', 'change');
    const heard = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        openLink(server.browser(), 'gil', `${ak.slice(0, -2)}${index}`),
      ),
    );
    const codes = heard.map(({ status, json }) => json['error_code'] ?? status);
    expect(codes.filter((code) => code === '003')).toHaveLength(120);
    expect(codes.filter((code) => code === 429)).toHaveLength(80);
    expect(heard.every(({ json }) => json['ak_type'] === undefined)).toBe(true);
    server.wait(MINUTE);
    expect((await openLink(server.browser(), 'gil', ak)).status).toBe(200);
  });

  test('ends after ten refusals of concurrent tries with other IDs, also for its owner', async () => {
    const server = await testServer({ limits: { failuresPerMinute: 1000 } });
    const ak = await sendPasswordLink(server, 'gil', 'change');
    const heard = await Promise.all(
      Array.from({ length: 200 }, (_, index) => openLink(server.browser(), `guess-${index}`, ak)),
    );
    expect(heard.map(({ json }) => json['error_code'])).toEqual(heard.map(() => '003'));
    expect((await openLink(server.browser(), 'gil', ak)).json['error_code']).toBe('002');
  });

  test('saves one password when many tabs save concurrently', async ({ server }) => {
    const ak = await sendPasswordLink(server, 'gil', 'change');
    const tabs = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const browser = server.browser();
        await openLink(browser, 'gil', ak);
        return { browser, token: tokenOf(await answerQuestion(browser, 'gil', GIL.answer)) };
      }),
    );
    const heard = await Promise.all(
      Array.from({ length: 200 }, (_, index) => {
        const { browser, token } = tabs[index % 4] as (typeof tabs)[number];
        return savePassword(browser, 'PUT', 'gil', token, `Another!9x-${index}`);
      }),
    );
    // No more wait to be compared than can be answered in time.
    const judged = heard.filter(({ status }) => status !== 503);
    expect(judged.length).toBeGreaterThan(10);
    expect(judged.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await server.portal.passwordChanges.history('gil', 10)).toHaveLength(1);
    expect(new Set(judged.map(verdictOf))).toEqual(new Set([200, 'linkUsed']));
  });
});
