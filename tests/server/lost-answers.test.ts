import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { SPARE_YUBIKEY } from '#server/seed/devices.ts';
import type { Storage } from '#server/storage/storage.ts';
import { phoneOf } from '#tests/support/server/push.ts';
import { openRegistration } from '#tests/support/server/registration.ts';
import { testServer } from '#tests/support/server/server.ts';
import { CLIENT_ID } from '#tests/support/server/steps.ts';
import { openTestStorage } from '#tests/support/server/storage.ts';
import { touch } from './methods/device-codes.ts';
import { enter, errCodeOrStatus, logIn } from './methods/steps.ts';

/** A server whose process seems to end between the work of a request and its answer; a repetition is then resumed. */
async function setUp() {
  const db = await openTestStorage();
  let failsNext = false;
  const storage: Storage = {
    ...db,
    presence: { ...db.presence, isProcessAlive: async () => false },
    prepare<Selected extends object>(sql: string) {
      const statement = db.prepare<Selected>(sql);
      if (!sql.startsWith('UPDATE idempotent_requests SET outcome')) return statement;
      return {
        ...statement,
        async run(...values: Parameters<typeof statement.run>) {
          if (!failsNext) return statement.run(...values);
          failsNext = false;
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
    failsNext = true;
    expect((await call(headers)).status).toBe(500);
    return call(headers);
  };
  return { server, sendTwice };
}

test('a repeated request after a lost answer sends no second code', async () => {
  const { server, sendTwice } = await setUp();
  const lee = await enter(server, 'lee');
  const { browser } = lee;
  const { json } = await browser.call('POST', '/token/access', {
    body: { userId: 'lee', clientId: CLIENT_ID },
  });
  const body = { userId: 'lee', clientId: CLIENT_ID, content: '' };
  const authorization = { Authorization: `Bearer ${json['accessToken']}` };
  const answer = await sendTwice((headers) =>
    browser.call('POST', '/auth/oauth2/send/sms', { body, headers: { ...headers, ...authorization } }),
  );
  expect(answer.json['result']).toBe(true);
  const messages = server.outbox.list({ userId: 'lee', channel: 'sms' });
  expect(messages).toHaveLength(1);
  const code = /\b\d{6}\b/.exec(messages[0]?.text ?? '')?.[0] ?? '';
  expect(errCodeOrStatus(await logIn(lee, '1', code))).toBe(200);
});

test('a repeated request sends no second push', async () => {
  const { server, sendTwice } = await setUp();
  const { browser } = await enter(server, 'lee');
  const answers = await sendTwice((headers) =>
    browser.call('POST', `/mobileapp/push/lee?clientId=${CLIENT_ID}&ip=`, {
      body: { userId: 'lee', clientId: CLIENT_ID, content: '' },
      headers,
    }),
  );
  expect(answers.status).toBe(200);
  expect(server.outbox.list({ userId: 'lee', channel: 'push' })).toHaveLength(1);
  const phone = phoneOf(server, 'lee');
  expect((await phone.approveShown(String(answers.json['pushId']))).status).toBe(200);
});

test('a repeated registration is not refused as existing', async () => {
  const { server, sendTwice } = await setUp();
  const person = await openRegistration(server, 'noh');
  const answer = await sendTwice((headers) =>
    person.call('POST', '/data/portal/yubikey/mapping', {
      body: { userId: 'noh', otp: touch(SPARE_YUBIKEY, 1, 0) },
      headers,
    }),
  );
  expect(answer.json).toMatchObject({ status: 200, slot: 'first' });
  expect(await server.portal.devices.yubikeys.of('noh')).toHaveLength(1);
});
