import * as v from 'valibot';
import { expect, test } from 'vitest';
import { account } from '#server/config/account.ts';
import { hashPassword } from '#server/login/password/hash.ts';
import { passwordVerifier } from '#server/login/password/verify.ts';
import { testServer } from '#tests/support/server/server.ts';

/** Costly enough for one hash to dominate the time of the process. */
const COSTLY_HASH = { memory: 32 * 1024, passes: 2, parallelism: 1 };

/** The processor time in microseconds, which does not depend on the load of the machine. */
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
  const hashing = () => costOf(() => hashPassword('any', COSTLY_HASH));
  // The minimum, because other work of the process is measured too.
  const hash = Math.min(await hashing(), await hashing(), await hashing());
  const verify = passwordVerifier(
    portal.storage,
    portal.accounts,
    portal.passwords,
    portal.attempts,
    { argon2: COSTLY_HASH, ldap: null },
    () => undefined,
  );
  // The first comparison also waits for the decoy hash.
  await verify('bare', 'first');
  expect(await costOf(() => verify('bare', 'second'))).toBeGreaterThan(hash / 2);
});
