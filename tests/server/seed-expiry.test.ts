import { expect, test } from 'vitest';
import { testServer } from '#tests/support/server/server.ts';
import { signIn } from '#tests/support/server/steps.ts';

const DAY_MS = 24 * 60 * 60_000;

test('the password of eom expires in three days', async () => {
  const server = await testServer();
  const targetOf = async () => (await signIn(server.browser(), 'eom')).json['to'];
  server.wait(3 * DAY_MS);
  expect(await targetOf()).not.toBe('/change');
  server.wait(DAY_MS);
  expect(await targetOf()).toBe('/change');
});
