import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { SPARE_YUBIKEY } from '#server/seed/devices.ts';
import type { Storage } from '#server/storage/storage.ts';
import { requestAccessToken, tokenOf } from '#tests/support/server/identity.ts';
import { phoneOf, requestPush } from '#tests/support/server/push.ts';
import { openRegistration, registerYubikey } from '#tests/support/server/registration.ts';
import { testServer } from '#tests/support/server/server.ts';
import { bearer, CLIENT_ID } from '#tests/support/server/steps.ts';
import { openTestStorage } from '#tests/support/server/storage.ts';
import { touch } from './methods/device-codes.ts';
import { codeIn, enter, errCodeOrStatus, logIn } from './methods/steps.ts';

/** A server whose process seems to end between the work of a request and its answer; a repetition is then resumed. */
async function setUp() {
  const db = await openTestStorage();
  let isNextToFail = false;
  const storage: Storage = {
    ...db,
    presence: { ...db.presence, isProcessAlive: async () => false },
    prepare<Selected extends object>(sql: string) {
      const statement = db.prepare<Selected>(sql);
      if (!sql.startsWith('UPDATE idempotent_requests SET outcome')) return statement;
      return {
        ...statement,
        async run(...values: Parameters<typeof statement.run>) {
          if (!isNextToFail) return statement.run(...values);
          isNextToFail = false;
          throw new Error('The process ends here');
        },
      };
    },
  };
  const server = await testServer({}, undefined, {}, storage);
  /** Sends one request twice; the first fails before its answer. */
  const sendTwice = async <Answer extends { readonly status: number }>(
    call: (headers: Readonly<Record<string, string>>) => Promise<Answer>,
  ): Promise<Answer> => {
    const headers = { 'Idempotency-Key': randomUUID() };
    isNextToFail = true;
    expect((await call(headers)).status).toBe(500);
    return call(headers);
  };
  return { server, sendTwice };
}

test('a repeated request after a lost answer sends no second code', async () => {
  const { server, sendTwice } = await setUp();
  const lee = await enter(server, 'lee');
  const { browser } = lee;
  const body = { userId: 'lee', clientId: CLIENT_ID, content: '' };
  const authorization = bearer(tokenOf(await requestAccessToken(browser, 'lee')));
  const answer = await sendTwice((headers) =>
    browser.call('POST', '/auth/oauth2/send/sms', { body, headers: { ...headers, ...authorization } }),
  );
  expect(answer.json['result']).toBe(true);
  expect(server.outbox.list({ userId: 'lee', channel: 'sms' })).toHaveLength(1);
  expect(errCodeOrStatus(await logIn(lee, '1', codeIn(server, 'lee', 'sms')))).toBe(200);
});

test('a repeated request sends no second push', async () => {
  const { server, sendTwice } = await setUp();
  const { browser } = await enter(server, 'lee');
  const answer = await sendTwice((headers) => requestPush(browser, 'lee', { headers }));
  expect(answer.status).toBe(200);
  expect(server.outbox.list({ userId: 'lee', channel: 'push' })).toHaveLength(1);
  const phone = phoneOf(server, 'lee');
  expect((await phone.approveShown(String(answer.json['pushId']))).status).toBe(200);
});

test('a repeated registration is not refused as existing', async () => {
  const { server, sendTwice } = await setUp();
  const person = await openRegistration(server, 'noh');
  const answer = await sendTwice((headers) => registerYubikey(person, touch(SPARE_YUBIKEY, 1, 0), headers));
  expect(answer.json).toMatchObject({ status: 200, slot: 'first' });
  expect(await server.portal.devices.yubikeys.of('noh')).toHaveLength(1);
});
