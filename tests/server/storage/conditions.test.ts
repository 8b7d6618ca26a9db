import { afterAll, expect, test } from 'vitest';
import { fakeEngine } from '#tests/support/server/engine.ts';
import { testServer } from '#tests/support/server/server.ts';
import { openTestStorage } from '#tests/support/server/storage.ts';
import { projectFiles } from '#tools/source/project-files.ts';
import { checkOwnership } from './owned/check.ts';
import { type Condition, conditionsOf, weakenableStorage } from './owned/conditions.ts';
import { type OwnedEntry, TIMES_CONFIG } from './owned/entries.ts';
import { addOtherPerson } from './owned/other-person.ts';
import { OWNED_ENTRIES } from './owned/owned.ts';

/** Conditions that need no test, by a part of their statement, with the reasons. */
const HARMLESS: readonly (readonly [statement: RegExp, reason: string])[] = [
  [/max\(sequence\), 0\) \+ 1 FROM \w+ WHERE \(/, 'a higher sequence keeps the order'],
  [/registered_at = \$now\s.*\(expires_at/s, 'the link was open in the same transaction'],
  [
    /UPDATE factors SET name = \$name WHERE \(user_id/,
    'the factor belonged to the person in the same transaction',
  ],
  [
    /UPDATE push_subscriptions SET subscription = NULL WHERE \(user_id/,
    'an encrypted subscription is in only one row',
  ],
  [/session = \? AND \(seen_at <= \?/, 'a second visit is only recorded again'],
  [/UPDATE (?:passwords|answers) SET hash = \? WHERE \(user_id/, 'an encrypted hash is in only one row'],
];

/** Files whose conditions other tests check. */
const TESTED_ELSEWHERE: Readonly<Record<string, string>> = {
  'server/operations/audit/search.ts': 'tests/server/desk/search.test.ts',
  'server/storage/repositories/account-search.ts': 'tests/server/desk/search.test.ts',
  'server/storage/repositories/servers.ts': 'tests/server/desk/calls.test.ts',
  'server/operations/audit/table.ts': 'tests/server/storage/servers.test.ts',
  'server/storage/repositories/federation-metadata.ts': 'tests/server/saml/federation.test.ts',
  'server/storage/repositories/security-events.ts': 'tests/server/security-events.test.ts',
  'server/storage/repositories/ssf-streams.ts': 'tests/server/security-events.test.ts',
  'server/administration/passkey-admin.ts': 'tests/server/passkey-registration.test.ts',
  'server/protocols/oidc/store.ts': 'tests/server/oidc/store.test.ts',
  'server/protocols/saml/store.ts': 'tests/server/saml',
};

class RollbackError extends Error {}

const weakenable = weakenableStorage(await openTestStorage());
const server = await testServer(TIMES_CONFIG, fakeEngine(), {}, weakenable.storage);
afterAll(() => weakenable.storage.close());

/** Whether an entry passes its check; its rows are rolled back. */
async function passesCheck(entry: OwnedEntry, addOthers?: typeof addOtherPerson): Promise<boolean> {
  const startedAt = server.clock.now;
  let hasPassed = true;
  const work = async () => {
    await checkOwnership(server, entry, addOthers && (() => addOthers(server, OWNED_ENTRIES))).catch(() => {
      hasPassed = false;
    });
    throw new RollbackError();
  };
  await weakenable.storage.transaction(work).catch((error: unknown) => {
    if (!(error instanceof RollbackError)) throw error;
  });
  server.clock.now = startedAt;
  return hasPassed;
}

/** Whether one of these checks fails when the condition is always true. */
async function isCovered(condition: Condition, entries: readonly OwnedEntry[]): Promise<boolean> {
  for (const addOthers of [undefined, addOtherPerson]) {
    for (const entry of entries) {
      weakenable.weaken(condition);
      const hasPassed = await passesCheck(entry, addOthers).finally(() => weakenable.weaken(null));
      if (!hasPassed) return true;
    }
  }
  return false;
}

test('every condition on an owner or a time is covered by a check', { timeout: 60_000 }, async () => {
  const executedBy = new Map<OwnedEntry, readonly string[]>();
  weakenable.takeExecuted();
  for (const [name, entry] of Object.entries(OWNED_ENTRIES)) {
    expect(await passesCheck(entry), name).toBe(true);
    executedBy.set(entry, weakenable.takeExecuted());
    expect(await passesCheck(entry, addOtherPerson), `${name}, with entries of another person`).toBe(true);
    weakenable.takeExecuted();
  }
  const uncovered: string[] = [];
  const harmless = new Set<RegExp>();
  for (const [sql, file] of [...weakenable.statements].filter(([, path]) => !(path in TESTED_ELSEWHERE))) {
    // The entries with the fewest other statements run first: they are the fastest to fail.
    const entries = [...executedBy]
      .filter(([, executed]) => executed.includes(sql))
      .toSorted(([, a], [, b]) => a.length - b.length)
      .map(([entry]) => entry);
    for (const condition of conditionsOf(sql)) {
      const [harmlessStatement] = HARMLESS.find(([statement]) => statement.test(condition.weakSql)) ?? [];
      if (harmlessStatement) harmless.add(harmlessStatement);
      else if (!(await isCovered(condition, entries))) uncovered.push(`${file}: ${condition.weakSql}`);
    }
  }
  expect(uncovered).toEqual([]);
  expect(harmless.size, 'harmless conditions that exist').toBe(HARMLESS.length);
});

test('every file with a condition on an owner or a time is covered', () => {
  const files = projectFiles('server/**/*.ts').filter(
    ({ path, text }) =>
      !path.startsWith('server/storage/migrations/') &&
      [...text.matchAll(/prepare\(\s*(['"`])(.*?)\1/gs)].some(
        ([, , sql = '']) => conditionsOf(sql).length > 0,
      ),
  );
  expect(files.length).toBeGreaterThan(20);
  const covered = [...weakenable.statements.values(), ...Object.keys(TESTED_ELSEWHERE)];
  expect(files.map(({ path }) => path).filter((path) => !covered.includes(path))).toEqual([]);
});

test('conditions are found in each form, but not in the SET clause of an UPDATE', () => {
  const textsOf = (sql: string) => conditionsOf(sql).map(({ text }) => text);
  expect(
    textsOf('UPDATE a SET user_id = ?, used_at = ? WHERE session = $session AND expires_at > ?'),
  ).toEqual(['session = $session', 'expires_at > ?']);
  expect(
    textsOf('SELECT * FROM a JOIN b ON a.user_id = b.user_id WHERE made_at >= CAST($n AS BIGINT)'),
  ).toEqual(['a.user_id = b.user_id', 'made_at >= CAST($n AS BIGINT)']);
  expect(conditionsOf('DELETE FROM a WHERE user_id <> ?')[0]?.weakSql).toBe(
    'DELETE FROM a WHERE (user_id <> ? OR 1 = 1)',
  );
});
