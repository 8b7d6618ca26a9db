import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { deriveKeyByNode, deriveKeyByPackage } from '#server/hashes/argon2-key.ts';
import {
  comparePassword,
  hashPassword,
  MalformedHashError,
  matchesHash,
} from '#server/login/password/hash.ts';
import { AWKWARD_PASSWORDS } from '#tests/support/server/accounts.ts';
import { scryptHash } from '#tests/support/server/scrypt-hash.ts';

const CHEAP_COST = { memory: 8, passes: 1, parallelism: 1 };

test.for(Object.values(AWKWARD_PASSWORDS))('%j matches its own hash only', async (password) => {
  const hash = await hashPassword(password, CHEAP_COST);
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=8,t=1,p=1\$[A-Za-z\d+/]{22}\$[A-Za-z\d+/]{43}$/);
  for (const candidate of [hash, scryptHash(password)]) {
    expect(await matchesHash(password, candidate)).toBe(true);
    expect(await matchesHash(`${password}x`, candidate)).toBe(false);
    expect(await matchesHash(password.slice(1), candidate)).toBe(false);
    expect(await matchesHash('', candidate)).toBe(false);
  }
});

test('the same password has a different hash each time', async () => {
  expect(await hashPassword('same', CHEAP_COST)).not.toBe(await hashPassword('same', CHEAP_COST));
});

test('composed and decomposed syllables are equal', async () => {
  const hash = await hashPassword('각'.normalize('NFD'), CHEAP_COST);
  expect(await matchesHash('각'.normalize('NFC'), hash)).toBe(true);
});

/** A hash from the tests of the reference implementation of Argon2 (src/test.c). */
const REFERENCE_HASH = '$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4';

test('a hash is verified by its own algorithm and cost, and replaced when these are outdated', async () => {
  const compare = async (hash: string, password = 'password') => {
    const { isRight, newHash } = await comparePassword(password, hash, CHEAP_COST);
    return [isRight, newHash !== null && (await comparePassword(password, newHash, CHEAP_COST))];
  };
  const matchesNewHash = { isRight: true, newHash: null };
  expect(await compare(REFERENCE_HASH)).toEqual([true, matchesNewHash]);
  expect(await compare(scryptHash('password'))).toEqual([true, matchesNewHash]);
  expect(await compare(await hashPassword('password', CHEAP_COST))).toEqual([true, false]);
  expect(await compare(REFERENCE_HASH, 'passwords')).toEqual([false, matchesNewHash]);
});

test.for(['argon2id', 'argon2i', 'argon2d'] as const)(
  'the package and Node derive one key by %s',
  async (algorithm) => {
    const parameters = { message: Buffer.from('한글 Pass!1'), nonce: Buffer.alloc(16, 7), tagLength: 24 };
    const cost = { memory: 64, passes: 3, parallelism: 2 };
    expect(await deriveKeyByPackage?.(algorithm, { ...parameters, ...cost })).toEqual(
      await deriveKeyByNode(algorithm, { ...parameters, ...cost }),
    );
  },
);

/** Hashes of `한글 Pass!1` by passlib 1.7 and bcrypt 4.0. */
const IMPORTED_HASHES = [
  '$2b$04$kXf4tfHJHtBueCaOg/bRk.zuyNRZVj6JPk.XLUEDasCdZ9X7HC9Pa',
  '$2y$04$kXf4tfHJHtBueCaOg/bRk.zuyNRZVj6JPk.XLUEDasCdZ9X7HC9Pa',
  '$scrypt$ln=4,r=1,p=1$hrD2PodQ6r33HoNw7j3n3A$I1mTmwBBBYI3id6qgao0VjNSc1ptamIqeTiqC+/rk4E',
  '$pbkdf2$10$cq41Zsx5j3HO2XuP8b43hg$yNi2VyJPTLFOQr9.BwKiw3wMZOw',
  '$pbkdf2-sha256$10$gZDy/n8PQYjxfg.BMCaEMA$HvaqM3/z4y5TBZ2BFcaeOG8RDbAWvWHB9Bmku/a0oC0',
  '$pbkdf2-sha256$i=10,l=32$gZDy/n8PQYjxfg+BMCaEMA$HvaqM3/z4y5TBZ2BFcaeOG8RDbAWvWHB9Bmku/a0oC0',
  '$pbkdf2-sha512$10$r5WyNoawltLa./8/J0QoxQ$K6uJSYdofvg/3gWCyMhzfntTJIjHlRN/4AIXcIb1tiYcP./nbemCpbL6fx1.qjH1zMJvxvfr85S9HF8gcCtW.A',
  '{SSHA}IO2HZB9a6EYXGBYubajuTgt6jAjrPafU',
  '{SHA}NgKaERuU7Fc2BXFHIKsEWkJVk9g=',
  '{SSHA256}WNJ9iIfXSmxhGBmi4skXJCEfeCDqPh7mLmlCglwT2E/gnFPKea8VIg==',
  '{SSHA512}cu0aP4To9g6u5NGAiSW9vPoXC+JsO+LMMyM/S68Z8g1zNe8nsoUX4w8hMyMV3vVS3E/LBPJ+mqWhVpz2dYrpvqyV0jon5Jzz',
  '$5$rounds=1000$RtASCheyijgbcgVM$WlhxWEX2qZhiI/nV6ipPCxkbhctuefyzQiep63pxT7B',
  '$6$rounds=1000$XTEHaBYqWTijlmPL$teA29RAhf95yyyZF1Ko3ajUuClCA2JypApA/YdDoF4sNDNOD7YzS5jQ82yPaDcVjvj0F.Xoq9NVBHr5apClcj/',
  '$6$9lWBGRNdDe5Ho8Op$JHPjJjLpdvUlU5QzOUfdZTvgAPZv0t3hpVh4yClRpUS.w7Ll2GWX9FP91AFu092.I9DUxUXS0l8QkGci/AoBi/',
];

test.for(IMPORTED_HASHES)('%s is verified and replaced', async (hash) => {
  const { isRight, newHash } = await comparePassword('한글 Pass!1', hash, CHEAP_COST);
  expect([isRight, await matchesHash('한글 Pass!1', newHash ?? '')]).toEqual([true, true]);
  expect((await comparePassword('한글 Pass!2', hash, CHEAP_COST)).isRight).toBe(false);
});

const MALFORMED_HASHES = [
  '',
  'plain',
  'scrypt$2$1$1$salt',
  'scrypt$3$1$1$c2FsdA$a2V5',
  'scrypt$1073741824$8$1$c2FsdA$a2V5',
  'bcrypt$2$1$1$AAAA$AAAA',
  '$argon2id$v=16$m=8,t=1,p=1$c29tZXNhbHQ$nf65EOgLrQM',
  '$argon2id$v=19$m=4,t=1,p=1$c29tZXNhbHQ$nf65EOgLrQM',
  '$argon2id$v=19$m=8,t=0,p=1$c29tZXNhbHQ$nf65EOgLrQM',
  '$argon2id$v=19$m=8,t=1,p=1$c29tZXNhbA$nf65EOgLrQM',
  '$argon2id$v=19$m=8,t=1,p=1$c29tZXNhbHQ$nf',
  '$argon2id$v=19$m=99999999,t=1,p=1$c29tZXNhbHQ$nf65EOgLrQM',
  '$2b$16$kXf4tfHJHtBueCaOg/bRk.zuyNRZVj6JPk.XLUEDasCdZ9X7HC9Pa',
  '$2x$04$kXf4tfHJHtBueCaOg/bRk.zuyNRZVj6JPk.XLUEDasCdZ9X7HC9Pa',
  '$scrypt$ln=24,r=8,p=1$hrD2PodQ6r33HoNw7j3n3A$I1mTmwBBBYI3id6qgao0VjNSc1ptamIqeTiqC+/rk4E',
  '$pbkdf2-sha256$0$gZDy/n8PQYjxfg.BMCaEMA$HvaqM3/z4y5TBZ2BFcaeOG8RDbAWvWHB9Bmku/a0oC0',
  '$pbkdf2-sha256$6000000$gZDy/n8PQYjxfg.BMCaEMA$HvaqM3/z4y5TBZ2BFcaeOG8RDbAWvWHB9Bmku/a0oC0',
  '$pbkdf2-md5$10$gZDy/n8PQYjxfg.BMCaEMA$HvaqM3/z4y5TBZ2BFcaeOG8RDbAWvWHB9Bmku/a0oC0',
  '{SSHA}NgKaERuU7Fc2BXFHIKsEWkJVk9g=',
  '{SHA}NgKaERuU7Fc2BXFHIKsE',
  '{MD5}NgKaERuU7Fc2BXFHIKsEWkJVk9g=',
  '$6$rounds=100001$XTEHaBYqWTijlmPL$teA29RAhf95yyyZF1Ko3ajUuClCA2JypApA/YdDoF4sNDNOD7YzS5jQ82yPaDcVjvj0F.Xoq9NVBHr5apClcj/',
  '$1$salt$qJH7.N4xYta3aEG/dfqo/0',
];

test.for(MALFORMED_HASHES)('%j is not a valid hash', async (hash) => {
  await expect(matchesHash('same', hash)).rejects.toThrow(MalformedHashError);
});

test('the command prints a hash of its input', async () => {
  const running = promisify(execFile)(process.execPath, ['cli/hash-password.ts']);
  running.child.stdin?.end('Secret!2026\n');
  const { stdout } = await running;
  expect(stdout).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await matchesHash('Secret!2026', stdout.trim())).toBe(true);
});

test('the command fails with a message when its input is empty', async () => {
  const running = promisify(execFile)(process.execPath, ['cli/hash-password.ts']);
  running.child.stdin?.end();
  await expect(running).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('password') });
});
