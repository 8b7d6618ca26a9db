import { expect, it } from 'vitest';
import { checkInUse } from '#src/api/password.ts';
import { clientWith } from '#tests/support/client.ts';
import { openNetwork } from '#tests/support/network.ts';

const network = openNetwork();
const password = { userId: 'kim', token: 'token', password: 'secret' };

it.each([
  [200, true],
  [204, false],
  [400, false],
  [404, false],
  [401, 'unknown'],
  [403, 'unknown'],
  [429, 'unknown'],
  [500, 'unknown'],
])('the status %s says whether a password is the current one: %s', async (status, isInUse) => {
  network.answer(() => new Response(status === 204 ? null : JSON.stringify({ status }), { status }));
  const result = await checkInUse(clientWith(), password, new AbortController().signal);
  expect(result.ok ? result.value : 'unknown').toBe(isInUse);
});
