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
import { errCodeOrStatus } from './methods/steps.ts';

const MINUTE = 60_000;

describe('an ak', () => {
  test('is not found by 200 concurrent guesses of one address, of which 120 are checked', async ({
    server,
  }) => {
    const ak = await sendPasswordLink(server, 'gil', 'change');
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        openLink(server.browser(), 'gil', `${ak.slice(0, -2)}${index}`),
      ),
    );
    const codes = answers.map(({ status, json }) => json['error_code'] ?? status);
    expect(codes.filter((code) => code === '003')).toHaveLength(120);
    expect(codes.filter((code) => code === 429)).toHaveLength(80);
    expect(answers.every(({ json }) => json['ak_type'] === undefined)).toBe(true);
    server.wait(MINUTE);
    expect((await openLink(server.browser(), 'gil', ak)).status).toBe(200);
  });

  test('is invalid after ten refused tries with other IDs, also for its owner', async () => {
    const server = await testServer({ limits: { failuresPerMinute: 1000 } });
    const ak = await sendPasswordLink(server, 'gil', 'change');
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, index) => openLink(server.browser(), `guess-${index}`, ak)),
    );
    expect(answers.map(({ json }) => json['error_code'])).toEqual(answers.map(() => '003'));
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
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, index) => {
        const { browser, token } = tabs[index % 4] as (typeof tabs)[number];
        return savePassword(browser, 'PUT', 'gil', token, `Another!9x-${index}`);
      }),
    );
    // Requests are refused with 503 when too many wait for their password to be hashed.
    const processed = answers.filter(({ status }) => status !== 503);
    expect(processed.length).toBeGreaterThan(10);
    expect(processed.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await server.portal.passwordChanges.findHistory('gil', 10)).toHaveLength(1);
    expect(new Set(processed.map(errCodeOrStatus))).toEqual(new Set([200, 'linkUsed']));
  });
});
