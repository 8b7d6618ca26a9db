import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { answerClock, type ServerClock, serverClock } from '#tools/dev/clock.ts';

const JSON_BODY = { 'Content-Type': 'application/json' };

/** Asks the clock's call, served on a port of its own. */
async function asking<Found>(
  clock: ServerClock | null,
  ask: (call: (init?: RequestInit) => Promise<Response>) => Promise<Found>,
): Promise<Found> {
  const server = createServer((request, response) => void answerClock(clock, request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  try {
    return await ask((init) => fetch(`http://127.0.0.1:${port}/`, init));
  } finally {
    server.close();
  }
}

test("the server's clock is told, and sent ahead", async () => {
  const clock = serverClock(() => 5000);
  const seen = await asking(clock, async (call) => [
    await (await call()).json(),
    await (await call({ method: 'POST', headers: JSON_BODY, body: '{"ms":1500}' })).json(),
    await (await call({ method: 'POST', headers: JSON_BODY, body: '{"ms":500}' })).json(),
  ]);
  expect(seen).toEqual([{ ahead: 0 }, { ahead: 1500 }, { ahead: 2000 }]);
  expect(clock.now()).toBe(7000);
});

test.each([
  ['a page of another origin', { body: '{"ms":1}' }, 403],
  ['no JSON', { headers: JSON_BODY, body: '1500' }, 400],
  ['a broken body', { headers: JSON_BODY, body: '{' }, 400],
  ['a step back', { headers: JSON_BODY, body: '{"ms":-1}' }, 400],
  ['no number', { headers: JSON_BODY, body: '{"ms":"1"}' }, 400],
])('%s moves nothing', async (_, init, status) => {
  const clock = serverClock(() => 0);
  expect((await asking(clock, (call) => call({ method: 'POST', ...init }))).status).toBe(status);
  expect(clock.ahead()).toBe(0);
});

test('the clock of a foreign server is not moved', async () => {
  const seen = await asking(null, async (call) =>
    (await call({ method: 'POST', headers: JSON_BODY, body: '{"ms":1}' })).json(),
  );
  expect(seen).toEqual({ ahead: null });
});
