import * as v from 'valibot';
import { expect, test } from 'vitest';
import { account } from '#server/config/account.ts';
import { hashPassword } from '#server/login/password/hash.ts';
import { passwordVerifier } from '#server/login/password/verify.ts';
import { testServer } from '#tests/support/server/server.ts';

/** One hash takes long enough to be seen among everything else. */
const COSTLY = { memory: 32 * 1024, passes: 2, parallelism: 1 };

/** Processor time in microseconds: how busy the machine is does not count. */
async function costOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

test('a password for an account without one takes as much work as a comparison', async () => {
  const { portal } = await testServer();
  const entry = v.parse(account, { userId: 'bare', name: { ko: '새', en: 'Bare' } });
  await portal.accounts.add(entry, null);
  const hashing = () => costOf(() => hashPassword('any', COSTLY));
  // What else the process does meanwhile counts, too.
  const hash = Math.min(await hashing(), await hashing(), await hashing());
  const verify = passwordVerifier(
    portal.storage,
    portal.accounts,
    portal.passwords,
    portal.attempts,
    { argon2: COSTLY, ldap: null },
    () => undefined,
  );
  // What the first comparison waits for is made once, at the start.
  await verify('bare', 'first');
  expect(await costOf(() => verify('bare', 'second'))).toBeGreaterThan(hash / 2);
});
