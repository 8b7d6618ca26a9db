import { afterAll, expect, it } from 'vitest';
import { authorizationUrl, startEngineServer } from './engine-server.ts';

const server = await startEngineServer();
afterAll(() => server.close());

/** Sends a request by POST with a body of this length. */
function post(bytes: number): Promise<Response> {
  const form = `${authorizationUrl(server.origin).searchParams}&more=`;
  return fetch(`${server.origin}/oauth2/authorize`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: form.padEnd(bytes, 'x'),
    redirect: 'manual',
  });
}

it('a request by POST of more than 8 KiB is too large, and one of 8 KiB is answered like one by GET', async () => {
  expect((await post(8_193)).status).toBe(413);
  const accepted = await post(8_192);
  expect(accepted.status).toBe(303);
  const address = new URL(accepted.headers.get('location') ?? '', server.origin);
  const cookie = `portal=${'c'.repeat(4_096)}`;
  const redirected = await fetch(address, { headers: { cookie }, redirect: 'manual' });
  expect([redirected.status, redirected.headers.get('location')]).toEqual([
    303,
    expect.stringContaining('/redirect?uid='),
  ]);
});
