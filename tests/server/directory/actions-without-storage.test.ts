import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { AdminUsageError } from '#cli/admin/arguments.ts';
import { runLdapCheck } from '#cli/admin/ldap-check.ts';
import { runScimToken } from '#cli/admin/scim-token.ts';
import { findToken } from '#server/http/bearer-token.ts';
import { newFolder } from '#tests/support/folder.ts';
import { startTestDirectory } from '#tests/support/ldap/directory.ts';
import { ldapConfigOf, PEOPLE } from '#tests/support/ldap/people.ts';

const configPath = join(newFolder(), 'config.json');

/** Runs an action that needs no storage; returns its exit code and lines. */
async function runAction(
  run: typeof runLdapCheck | typeof runScimToken,
  args: readonly string[],
  file: object = {},
) {
  writeFileSync(configPath, JSON.stringify(file));
  const lines: string[] = [];
  const env = { MUNJIGI_CONFIG: configPath };
  const code = await run(args, { env, language: 'en', print: (line) => lines.push(line) });
  return { code, lines };
}

test('ldap-check prints each step and fails at the first failed one', async () => {
  const directory = await startTestDirectory({ people: PEOPLE });
  const file = { ldap: ldapConfigOf(directory) };
  const passed = await runAction(runLdapCheck, ['seok'], file);
  expect(passed.code).toBe(0);
  const [address, ...stepsAndAdvice] = passed.lines.map((line) => line.trim());
  expect(address).toBe(directory.url);
  expect(stepsAndAdvice.map((line) => line.slice(0, 3))).toEqual([
    ...['1 ✓', '2 ✓', '3 ✓', '4 ✓', '5 ✓', '6 ✓', '7 !'],
    'Unl',
  ]);
  const failed = await runAction(runLdapCheck, ['nobody'], file);
  expect(failed.code).toBe(1);
  expect(failed.lines.at(-1)?.trim()).toBe('7 · attributes');
  await directory.close();
});

test('ldap-check reports that no directory is configured', async () => {
  expect(await runAction(runLdapCheck, [])).toMatchObject({
    code: 1,
    lines: [expect.stringContaining('no ldap')],
  });
});

test.for([
  ['ldap-check', runLdapCheck, ['a', 'b']],
  ['ldap-check', runLdapCheck, ['--help']],
  ['scim-token', runScimToken, []],
  ['scim-token', runScimToken, ['a', 'b']],
  ['scim-token', runScimToken, ['-x']],
] as const)('%s refuses invalid arguments: %o %j', async ([, run, args]) => {
  await expect(runAction(run, args)).rejects.toThrow(AdminUsageError);
});

test('scim-token prints a token and its matching hash', async () => {
  const { lines } = await runAction(runScimToken, ['entra']);
  const token = lines[1]?.trim() ?? '';
  const { scim } = JSON.parse(`{${lines[3]}}`);
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(findToken(scim.tokens, token, '2026-11-22')).toMatchObject({ name: 'entra' });
  expect(lines[3]).not.toContain(token);
});
