import { expect, test, vi } from 'vitest';
import type { Outbox } from '#server/login/sending/outbox.ts';
import { fakeEngine } from '#tests/support/server/engine.ts';
import { type TestServer, testServer } from '#tests/support/server/server.ts';
import { enter, send } from './methods/steps.ts';

test('a storage failure during a failed message is answered, without an unhandled rejection', async () => {
  vi.spyOn(console, 'error').mockReturnValue(undefined);
  let server: TestServer;
  const failing: Outbox = {
    async deliver() {
      await server.db.prepare('DROP TABLE limited_events').run();
      throw new Error('not delivered');
    },
  };
  server = await testServer({}, fakeEngine(), { sms: failing });
  expect((await send(await enter(server, 'lee'), 'sms')).status).toBe(500);
});
