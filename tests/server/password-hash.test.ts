import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import {
  comparePassword,
  hashPassword,
  isPassword,
  MalformedHashError,
} from '#server/login/password/hash.ts';
import { AWKWARD_PASSWORDS } from '#tests/support/server/accounts.ts';
import { formerHash } from '#tests/support/server/former-hash.ts';

const CHEAP = { memory: 8, passes: 1, parallelism: 1 };

test.for(Object.values(AWKWARD_PASSWORDS))('%j is its own password and no other', async (password) => {
  const hash = await hashPassword(password, CHEAP);
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=8,t=1,p=1\$[A-Za-z\d+/]{22}\$[A-Za-z\d+/]{43}$/);
  for (const one of [hash, formerHash(password)]) {
    expect(await isPassword(password, one)).toBe(true);
    expect(await isPassword(`${password}x`, one)).toBe(false);
    expect(await isPassword(password.slice(1), one)).toBe(false);
    expect(await isPassword('', one)).toBe(false);
  }
});

test('the same password has another hash each time', async () => {
  expect(await hashPassword('same', CHEAP)).not.toBe(await hashPassword('same', CHEAP));
});

test('a composed and a decomposed syllable are the same', async () => {
  const hash = await hashPassword('각'.normalize('NFD'), CHEAP);
  expect(await isPassword('각'.normalize('NFC'), hash)).toBe(true);
});

/** Of the reference implementation of Argon2, src/test.c. */
const REFERENCE = '$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4';

test('a hash is judged by the kind and cost that it names, and made anew when those are not ours', async () => {
  const compared = async (hash: string, password = 'password') => {
    const { isRight, renewed } = await comparePassword(password, hash, CHEAP);
    return [isRight, renewed !== null && (await comparePassword(password, renewed, CHEAP))];
  };
  const isNew = { isRight: true, renewed: null };
  expect(await compared(REFERENCE)).toEqual([true, isNew]);
  expect(await compared(formerHash('password'))).toEqual([true, isNew]);
  expect(await compared(await hashPassword('password', CHEAP))).toEqual([true, false]);
  expect(await compared(REFERENCE, 'passwords')).toEqual([false, isNew]);
});

const UNREADABLE = [
  '',
  'plain',
  'scrypt$2$1$1$salt',
  'scrypt$3$1$1$c2FsdA$a2V5',
  'scrypt$1073741824$8$1$c2FsdA$a2V5',
  'bcrypt$2$1$1$AAAA$AAAA',
  '$argon2id$v=16$m=8,t=1,p=1$c29tZXNhbHQ$nf65EOgLrQM',
  '$argon2id$v=19$m=4,t=1,p=1$c29tZXNhbHQ$nf65EOgLrQM',
  '$argon2id$v=19$m=8,t=0,p=1$c29tZXNhbHQ$nf65EOgLrQM',
  '$argon2id$v=19$m=8,t=1,p=1$c29t$nf65EOgLrQM',
  '$argon2id$v=19$m=8,t=1,p=1$c29tZXNhbHQ$nf',
  '$argon2id$v=19$m=99999999,t=1,p=1$c29tZXNhbHQ$nf65EOgLrQM',
];

test.for(UNREADABLE)('%j is no hash', async (hash) => {
  await expect(isPassword('same', hash)).rejects.toThrow(MalformedHashError);
});

test('the command prints a hash of what it is given', async () => {
  const running = promisify(execFile)(process.execPath, ['cli/hash-password.ts']);
  running.child.stdin?.end('Secret!2026\n');
  const { stdout } = await running;
  expect(stdout).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await isPassword('Secret!2026', stdout.trim())).toBe(true);
});

test('the command asks for a password when it is given none', async () => {
  const running = promisify(execFile)(process.execPath, ['cli/hash-password.ts']);
  running.child.stdin?.end();
  await expect(running).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('password') });
});
