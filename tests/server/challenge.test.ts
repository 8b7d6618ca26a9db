import { expect } from 'vitest';
import { challengeToken } from '#server/http/guard/challenge.ts';
import { hasValidChallenge } from '#tests/support/server/browser.ts';
import { NOON } from '#tests/support/server/server.ts';
import { challengeKeyOf, checkPolicy } from '#tests/support/server/steps.ts';
import { test } from '#tests/support/server/test.ts';

test('a challenge token is nonce, time step and the HMAC-SHA-256 over nonce, step and body', () => {
  const body = new TextEncoder().encode('{"status":200}');
  expect(challengeToken('key', 'nonce', 60_000, body)).toMatch(/^nonce\.2\.[\w-]{43}$/);
  expect(challengeToken('key', 'nonce', 89_999, body)).toBe(challengeToken('key', 'nonce', 60_000, body));
  expect(challengeToken('key', 'nonce', 90_000, body)).not.toBe(challengeToken('key', 'nonce', 60_000, body));
});

test.for([
  ['a success', 'GET', '/summary/auth', 200],
  ['a refusal', 'POST', '/auth/policy/check', 404],
  ['a refusal by a guard', 'POST', '/login/password', 400],
  ['the refusal of a wrong method', 'DELETE', '/authenticate', 405],
  ['the refusal of an unknown path', 'GET', '/data/nothing', 404],
] as const)(
  '%s has a challenge token of its body and the key of its page',
  async ([, method, path, status], { browser: kim }) => {
    const page = await kim.visit('/login');
    const [, key = ''] = /"challengeKey":"([\w-]{43})"/.exec(page.text) ?? [];
    const body = { userId: 'nobody', clientId: 'demo-oidc' };
    const answer = await kim.call(method, path, method === 'GET' ? {} : { body });
    expect(answer.status).toBe(status);
    expect(hasValidChallenge(answer, key)).toBe(true);
    expect(hasValidChallenge({ ...answer, text: `${answer.text} ` }, key)).toBe(false);
    expect(answer.headers.get('X-Challenge-Token')?.split('.')[1]).toBe(String(Math.floor(NOON / 30_000)));
  },
);

test('the challenge token of Korean text is computed from its UTF-8 bytes', async ({
  portal,
  browser: kim,
}) => {
  await checkPolicy(kim, 'kim');
  const key = (await portal.sessions.open(kim.cookieHeader))?.challengeKey ?? '';
  const answer = await kim.call('GET', '/data/sso/config/demo-oidc', { headers: { 'X-Language': 'ko' } });
  expect(answer.text).toContain('한빛');
  expect(hasValidChallenge(answer, key)).toBe(true);
});

test('every session has its own key, every answer its own nonce', async ({ server: { browser, portal } }) => {
  const [one, other] = [browser(), browser()];
  await one.visit('/');
  await other.visit('/');
  expect(await challengeKeyOf(portal, one)).not.toBe(await challengeKeyOf(portal, other));
  const tokens = [await one.call('GET', '/summary/auth'), await one.call('GET', '/summary/auth')].map(
    ({ headers }) => headers.get('X-Challenge-Token'),
  );
  expect(tokens[0]).not.toBe(tokens[1]);
});

test('an answer without a session has a challenge token of a random key', async ({ browser }) => {
  const answer = await browser.call('GET', '/summary/auth');
  expect(answer.headers.get('X-Challenge-Token')).toMatch(/^[\w-]+\.\d+\.[\w-]{43}$/);
  expect(hasValidChallenge(answer, '')).toBe(false);
});
