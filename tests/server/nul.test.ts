import { expect } from 'vitest';
import { authenticate, checkPolicy } from '#tests/support/server/steps.ts';
import { test } from '#tests/support/server/test.ts';

const METHODS = ['GET', 'POST', 'PUT', 'DELETE'];
const BODY = { userId: 'kim', clientId: 'demo-oidc' };

test('every call refuses a NUL in its address or any field of its body', async ({ app, browser: kim }) => {
  const callPaths = app.routes.filter(({ method }) => method === 'ALL').map(({ path }) => path);
  const calls = new Map(
    app.routes
      .filter(
        ({ method, path }) => METHODS.includes(method) && callPaths.includes(path) && !path.includes('*'),
      )
      .map(({ method, path }) => [`${method} ${path}`, { method, path }]),
  );
  expect(calls.size).toBeGreaterThan(45);
  await checkPolicy(kim, 'kim');
  for (const [name, { method, path }] of calls) {
    const address = path.replaceAll(/:\w+/g, 'kim');
    const inAddress = path.includes(':') ? path.replaceAll(/:\w+/g, 'k%00m') : `${path}?userId=k%00m`;
    expect([name, (await kim.call(method, inAddress)).status]).toEqual([name, 400]);
    if (method === 'GET') continue;
    for (const body of [
      { ...BODY, userId: 'k\u0000m' },
      { ...BODY, clientId: '\u0000' },
      { ...BODY, other: [{ deep: 'x\u0000' }] },
      { ...BODY, '\u0000': '' },
    ]) {
      expect([name, body, (await kim.call(method, address, { body })).json['errCode']]).toEqual([
        name,
        body,
        'malformed',
      ]);
    }
  }
});

test('a backslash before u0000 does not count as a NUL', async ({ server: { browser } }) => {
  expect((await checkPolicy(browser(), '\\u0000')).json['errCode']).toBe('000');
  const kim = browser();
  const { json } = await checkPolicy(kim, 'kim');
  const answer = await authenticate(kim, 'kim', { policyId: String(json['policyId']), secret: '\\u0000' });
  expect(answer.json['errCode']).toBe('001');
});
