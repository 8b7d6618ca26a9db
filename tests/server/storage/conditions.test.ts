import { afterAll, expect, test } from 'vitest';
import { fakeEngine } from '#tests/support/server/engine.ts';
import { testServer } from '#tests/support/server/server.ts';
import { openTestStorage } from '#tests/support/server/storage.ts';
import { projectFiles } from '#tools/source/project-files.ts';
import { somebodyBeside } from './owned/beside.ts';
import { checkOwned } from './owned/check.ts';
import { type Condition, conditionsOf, weakenable } from './owned/conditions.ts';
import { OWNED_TIMES, type Owned } from './owned/kept.ts';
import { OWNED } from './owned/owned.ts';

/** Conditions that may always hold, by a part of their statement, and why. */
const HARMLESS: readonly (readonly [statement: RegExp, reason: string])[] = [
  [/max\(turn\), 0\) \+ 1 FROM \w+ WHERE \(/, 'a turn that is higher than needed keeps the order'],
  [/registered_at = \$now\s.*\(expires_at/s, 'the link was found open in the same transaction'],
  [
    /UPDATE factors SET name = \$name WHERE \(user_id/,
    'the factor was found as theirs in the same transaction',
  ],
  [
    /UPDATE push_subscriptions SET subscription = NULL WHERE \(user_id/,
    'a sealed subscription stands in one row alone',
  ],
  [/session = \? AND \(seen_at <= \?/, 'a visit right after another one is only written once more'],
  [/UPDATE (?:passwords|answers) SET hash = \? WHERE \(user_id/, 'a sealed hash stands in one row alone'],
];

/** Files whose conditions other tests check. */
const ELSEWHERE: Readonly<Record<string, string>> = {
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

class Undone extends Error {}

const weak = weakenable(await openTestStorage());
const server = await testServer(OWNED_TIMES, fakeEngine(), {}, weak.storage);
afterAll(() => weak.storage.close());

/** Whether an entry passes its check; its rows are rolled back. */
async function holds(entry: Owned, beside?: typeof somebodyBeside): Promise<boolean> {
  const began = server.clock.now;
  let isHeld = true;
  const work = async () => {
    await checkOwned(server, entry, beside && (() => beside(server, OWNED))).catch(() => {
      isHeld = false;
    });
    throw new Undone();
  };
  await weak.storage.transaction(work).catch((error: unknown) => {
    if (!(error instanceof Undone)) throw error;
  });
  server.clock.now = began;
  return isHeld;
}

/** Whether one of these checks fails where the condition always holds. */
async function isNoticed(condition: Condition, entries: readonly Owned[]): Promise<boolean> {
  for (const beside of [undefined, somebodyBeside]) {
    for (const entry of entries) {
      weak.drop(condition);
      const isHeld = await holds(entry, beside).finally(() => weak.drop(null));
      if (!isHeld) return true;
    }
  }
  return false;
}

test('every condition on an owner or a time is covered by a check', { timeout: 60_000 }, async () => {
  const ranBy = new Map<Owned, readonly string[]>();
  weak.ranSince();
  for (const [name, entry] of Object.entries(OWNED)) {
    expect(await holds(entry), name).toBe(true);
    ranBy.set(entry, weak.ranSince());
    expect(await holds(entry, somebodyBeside), `${name}, beside somebody`).toBe(true);
    weak.ranSince();
  }
  const unnoticed: string[] = [];
  const harmless = new Set<RegExp>();
  for (const [sql, file] of [...weak.statements].filter(([, path]) => !(path in ELSEWHERE))) {
    // The entries with the fewest other statements run first: they are the fastest to fail.
    const entries = [...ranBy]
      .filter(([, ran]) => ran.includes(sql))
      .toSorted(([, a], [, b]) => a.length - b.length)
      .map(([entry]) => entry);
    for (const condition of conditionsOf(sql)) {
      const [known] = HARMLESS.find(([statement]) => statement.test(condition.weak)) ?? [];
      if (known) harmless.add(known);
      if (!known && !(await isNoticed(condition, entries))) unnoticed.push(`${file}: ${condition.weak}`);
    }
  }
  expect(unnoticed).toEqual([]);
  expect(harmless.size, 'conditions that are told to be harmless').toBe(HARMLESS.length);
});

test('every file with such a condition is included', () => {
  const files = projectFiles('server/**/*.ts').filter(
    ({ path, text }) =>
      !path.startsWith('server/storage/migrations/') &&
      [...text.matchAll(/prepare\(\s*(['"`])(.*?)\1/gs)].some(
        ([, , sql = '']) => conditionsOf(sql).length > 0,
      ),
  );
  expect(files.length).toBeGreaterThan(20);
  const seen = [...weak.statements.values(), ...Object.keys(ELSEWHERE)];
  expect(files.map(({ path }) => path).filter((path) => !seen.includes(path))).toEqual([]);
});

test('a condition is found in each form, but not in what is written', () => {
  const found = (sql: string) => conditionsOf(sql).map(({ text }) => text);
  expect(found('UPDATE a SET user_id = ?, used_at = ? WHERE session = $session AND expires_at > ?')).toEqual([
    'session = $session',
    'expires_at > ?',
  ]);
  expect(
    found('SELECT * FROM a JOIN b ON a.user_id = b.user_id WHERE made_at >= CAST($n AS BIGINT)'),
  ).toEqual(['a.user_id = b.user_id', 'made_at >= CAST($n AS BIGINT)']);
  expect(conditionsOf('DELETE FROM a WHERE user_id <> ?')[0]?.weak).toBe(
    'DELETE FROM a WHERE (user_id <> ? OR 1 = 1)',
  );
});
