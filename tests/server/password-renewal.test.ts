import * as v from 'valibot';
import { expect, test } from 'vitest';
import { account } from '#server/config/account.ts';
import { GIL, tokenByAnswer } from '#tests/support/server/passwords.ts';
import { scryptHash } from '#tests/support/server/scrypt-hash.ts';
import { type TestServer, testServer } from '#tests/support/server/server.ts';
import { signIn } from '#tests/support/server/steps.ts';

const FORMER_PASSWORD = 'From-Before!1';
const CURRENT_HASH = /^\$argon2id\$v=19\$m=8,t=1,p=1\$/;

async function serverWithFormerHash(): Promise<TestServer> {
  const server = await testServer();
  const entry = v.parse(account, { userId: 'former', name: { ko: '전', en: 'Former' } });
  await server.portal.accounts.add(entry, scryptHash(FORMER_PASSWORD));
  return server;
}

test('an old hash is renewed at the next successful sign-in only', async () => {
  const { browser, portal } = await serverWithFormerHash();
  const hash = async () => (await portal.passwords.find('former'))?.hash;
  const before = await hash();
  expect((await signIn(browser(), 'former', { secret: 'wrong' })).status).toBe(400);
  expect(await hash()).toBe(before);
  for (const _time of ['by the former hash', 'by its own']) {
    expect((await signIn(browser(), 'former', { secret: FORMER_PASSWORD })).status).toBe(200);
    expect(await hash()).toMatch(CURRENT_HASH);
  }
  expect(await portal.passwordChanges.findHistory('former', 1)).toEqual([]);
});

test('a password that was changed meanwhile is not replaced by a new hash of the former one', async () => {
  const { portal } = await serverWithFormerHash();
  const { passwords } = portal;
  const former = await passwords.find('former');
  if (!former) throw new Error('There is no password.');
  await passwords.replace('former', {
    hash: scryptHash('Another!1'),
    expiresOn: null,
    mustChange: false,
    resetMethod: null,
    identityCheck: null,
  });
  const current = await passwords.find('former');
  await passwords.replaceHash('former', former, scryptHash(FORMER_PASSWORD));
  expect(await passwords.find('former')).toEqual(current);
});

test('the hash of an answer is renewed when the correct answer is sent', async () => {
  const { browser, portal } = await testServer();
  await portal.answers.set('gil', { questionId: 'trip', hash: scryptHash(GIL.answer) });
  await tokenByAnswer(browser());
  const { hash = '' } = (await portal.answers.find('gil')) ?? {};
  expect(hash).toMatch(CURRENT_HASH);
  await tokenByAnswer(browser());
});
