import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { answerClock, type ServerClock, serverClock } from '#tools/dev/clock.ts';

const JSON_BODY = { 'Content-Type': 'application/json' };

/** Serves the clock while `work` calls it. */
async function withClockServer<Result>(
  clock: ServerClock | null,
  work: (call: (init?: RequestInit) => Promise<Response>) => Promise<Result>,
): Promise<Result> {
  const server = createServer((request, response) => void answerClock(clock, request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  try {
    return await work((init) => fetch(`http://127.0.0.1:${port}/`, init));
  } finally {
    server.close();
  }
}

test('GET answers how far the clock is ahead, and POST advances it', async () => {
  const clock = serverClock(() => 5000);
  const answers = await withClockServer(clock, async (call) => [
    await (await call()).json(),
    await (await call({ method: 'POST', headers: JSON_BODY, body: '{"ms":1500}' })).json(),
    await (await call({ method: 'POST', headers: JSON_BODY, body: '{"ms":500}' })).json(),
  ]);
  expect(answers).toEqual([{ ahead: 0 }, { ahead: 1500 }, { ahead: 2000 }]);
  expect(clock.now()).toBe(7000);
});

test.each([
  ['a page of another origin', { body: '{"ms":1}' }, 403],
  ['JSON that is not an object', { headers: JSON_BODY, body: '1500' }, 400],
  ['invalid JSON', { headers: JSON_BODY, body: '{' }, 400],
  ['a negative time span', { headers: JSON_BODY, body: '{"ms":-1}' }, 400],
  ['a text instead of a number', { headers: JSON_BODY, body: '{"ms":"1"}' }, 400],
])('%s does not advance the clock', async (_, init, status) => {
  const clock = serverClock(() => 0);
  expect((await withClockServer(clock, (call) => call({ method: 'POST', ...init }))).status).toBe(status);
  expect(clock.ahead()).toBe(0);
});

test('a server without such a clock answers null', async () => {
  const answers = await withClockServer(null, async (call) =>
    (await call({ method: 'POST', headers: JSON_BODY, body: '{"ms":1}' })).json(),
  );
  expect(answers).toEqual({ ahead: null });
});
