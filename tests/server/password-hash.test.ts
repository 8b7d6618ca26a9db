import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { hashPassword, isPassword, MalformedHashError } from '#server/login/password/hash.ts';
import { AWKWARD_PASSWORDS } from '#tests/support/server/accounts.ts';

const CHEAP = { cost: 2, blockSize: 1, parallelization: 1 };

test.for(Object.values(AWKWARD_PASSWORDS))('%j is its own password and no other', async (password) => {
  const hash = await hashPassword(password, CHEAP);
  expect(hash).toMatch(/^scrypt\$2\$1\$1\$[\w-]{22}\$[\w-]{43}$/);
  expect(await isPassword(password, hash)).toBe(true);
  expect(await isPassword(`${password}x`, hash)).toBe(false);
  expect(await isPassword(password.slice(1), hash)).toBe(false);
  expect(await isPassword('', hash)).toBe(false);
});

test('the same password has another hash each time', async () => {
  expect(await hashPassword('same', CHEAP)).not.toBe(await hashPassword('same', CHEAP));
});

test('a hash is judged by the cost it was made with', async () => {
  const hash = await hashPassword('same', { cost: 16, blockSize: 2, parallelization: 2 });
  expect(await isPassword('same', hash)).toBe(true);
});

test('a composed and a decomposed syllable are the same', async () => {
  const hash = await hashPassword('각'.normalize('NFD'), CHEAP);
  expect(await isPassword('각'.normalize('NFC'), hash)).toBe(true);
});

test.for(['', 'plain', 'scrypt$2$1$1$salt', 'bcrypt$2$1$1$AAAA$AAAA'])('%j is no hash', async (hash) => {
  await expect(isPassword('same', hash)).rejects.toThrow(MalformedHashError);
});

test('the command prints a hash of what it is given', async () => {
  const running = promisify(execFile)(process.execPath, ['cli/hash-password.ts']);
  running.child.stdin?.end('Secret!2026\n');
  const { stdout } = await running;
  expect(await isPassword('Secret!2026', stdout.trim())).toBe(true);
});

test('the command asks for a password when it is given none', async () => {
  const running = promisify(execFile)(process.execPath, ['cli/hash-password.ts']);
  running.child.stdin?.end();
  await expect(running).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('password') });
});
