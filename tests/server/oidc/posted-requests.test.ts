import { afterAll, beforeAll, expect, it } from 'vitest';
import { authorizationUrl, type EngineServer, startEngineServer } from './engine-server.ts';

let server: EngineServer;
beforeAll(async () => {
  server = await startEngineServer();
});
afterAll(() => server.close());

it('a request by POST of more than 16 KiB is too large', async () => {
  const form = `${authorizationUrl(server.origin).searchParams}&more=`;
  const answer = await fetch(`${server.origin}/oauth2/authorize`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: form.padEnd(16_385, 'x'),
    redirect: 'manual',
  });
  expect(answer.status).toBe(413);
});
