import { expect, test } from 'vitest';
import { testServer } from '#tests/support/server/server.ts';
import { checkPolicy, signIn } from '#tests/support/server/steps.ts';

test.each(['KIM', 'Kim', 'ｋｉｍ', ' kim '])(
  '%j is the account kim, and the answer says so',
  async (typed) => {
    const { browser } = await testServer();
    const { status, json } = await checkPolicy(browser(), typed);
    expect([status, json['userId']]).toEqual([200, 'kim']);
  },
);

test('the page goes on with the ID of the answer', async () => {
  const { browser } = await testServer();
  const kim = browser();
  const { json } = await checkPolicy(kim, 'KIM');
  expect((await signIn(kim, String(json['userId']))).status).toBe(200);
});

test('an operator may have it exact', async () => {
  const { browser } = await testServer({ exactIds: true });
  expect((await checkPolicy(browser(), 'KIM')).status).toBe(404);
  expect((await checkPolicy(browser(), 'kim')).status).toBe(200);
});
