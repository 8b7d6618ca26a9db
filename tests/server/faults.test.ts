import { expect } from 'vitest';
import { hasValidChallenge } from '#tests/support/server/browser.ts';
import { testServer } from '#tests/support/server/server.ts';
import { challengeKeyOf, checkPolicy } from '#tests/support/server/steps.ts';
import { test } from '#tests/support/server/test.ts';

test('a fault replaces the next answers, with a challenge token like a real one', async () => {
  const { browser, faults, portal } = await testServer();
  const kim = browser();
  await kim.visit('/login');
  const key = (await challengeKeyOf(portal, kim)) ?? '';
  faults.set({ path: '/auth/policy/check', status: 400, body: { status: 400, errCode: '013' }, times: 2 });
  for (let time = 0; time < 2; time++) {
    const answer = await checkPolicy(kim, 'kim');
    expect(answer.json).toEqual({ status: 400, errCode: '013' });
    expect(hasValidChallenge(answer, key)).toBe(true);
  }
  expect((await checkPolicy(kim, 'kim')).status).toBe(200);
});

test('the answer of a fault can be HTML, be empty, or have a wrong challenge token', async () => {
  const { browser, faults } = await testServer();
  faults.set({
    path: '/summary/auth',
    status: 200,
    raw: '<html>',
    headers: { 'Content-Type': 'text/html' },
    times: 1,
  });
  faults.set({ path: '/summary/auth', status: 502, times: 1 });
  faults.set({
    path: '/summary/auth',
    status: 200,
    body: {},
    headers: { 'X-Challenge-Token': 'a.1.b' },
    times: 1,
  });
  const answers = [];
  for (let time = 0; time < 3; time++) answers.push(await browser().call('GET', '/summary/auth'));
  expect(answers.map(({ status, text }) => [status, text])).toEqual([
    [200, '<html>'],
    [502, ''],
    [200, '{}'],
  ]);
  expect(answers[2]?.headers.get('X-Challenge-Token')).toBe('a.1.b');
});

test('a fault applies to its method and paths only', async ({ server: { browser, faults } }) => {
  faults.set({ path: '/data/sso/*', method: 'GET', status: 503, times: 1 });
  expect((await browser().call('POST', '/data/sso/config/demo-oidc', { body: {} })).status).toBe(405);
  expect((await browser().call('GET', '/summary/auth')).status).toBe(200);
  expect((await browser().call('GET', '/data/sso/config/demo-oidc')).status).toBe(503);
  expect(faults.list()).toEqual([]);
});

test('a fault can replace a page', async ({ server: { browser, faults } }) => {
  faults.set({ path: '/first', status: 500, times: 1 });
  expect((await browser().visit('/first')).status).toBe(500);
  expect((await browser().visit('/first')).status).toBe(200);
});

test('remaining faults are listed and can be cleared', async ({ server: { browser, faults } }) => {
  faults.set({ path: '/summary/auth', status: 500, times: 3 });
  await browser().call('GET', '/summary/auth');
  expect(faults.list()).toEqual([{ path: '/summary/auth', status: 500, times: 2 }]);
  faults.clear();
  expect(faults.list()).toEqual([]);
  expect((await browser().call('GET', '/summary/auth')).status).toBe(200);
});
