import type { Clock } from '#server/config/deps.ts';
import { foldedId } from '#server/config/folded-id.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { TableRow } from '#server/storage/tables.ts';
import type { PeopleState } from '#wire/desk/people.ts';
import { digitsOf, isPhoneLike } from './account-words.ts';
import { type Account, toAccount } from './accounts.ts';

/** The conditions of a search, all of which have to match. */
export type AccountQuery = {
  /** The beginning of a word; empty for everybody. */
  readonly find: string;
  readonly status: PeopleState | null;
  /** The ID after which the page begins; empty for the first. */
  readonly after: string;
  readonly limit: number;
};

/** Number of matching words up to which a query starts from the words; above it, from the accounts. */
const FEW_MATCHES = 20_000;

/** Greater than any other text with the same beginning. */
const END = '\u{10ffff}';

/** The text of a search in the spelling of the words: a number as its digits. */
const wordOf = (find: string): string => {
  const word = foldedId(find);
  return isPhoneLike(word) ? digitsOf(word) : word;
};

type Values = Readonly<Record<string, string | number>>;

const STATUS = 'status = $state';
const SUSPENDED = 'suspended = $state';
const LOCKED = `user_id IN (
  SELECT user_id FROM attempts WHERE locked_until > $now
  UNION SELECT user_id FROM browser_attempts WHERE locked_until > $now)`;

/** The SQL condition of each state. */
const CONDITIONS: Readonly<Record<PeopleState, string>> = {
  active: STATUS,
  disabled: STATUS,
  blocked: STATUS,
  dormant: SUSPENDED,
  reported: SUSPENDED,
  locked: LOCKED,
};

/** Finds accounts by the beginning of a word, in the order of their IDs. */
export function accountSearchIn(
  db: Storage,
  now: Clock,
): (query: AccountQuery) => Promise<readonly Account[]> {
  const count = db.prepare<{ readonly found: number }>(`
    SELECT COUNT(*) AS found FROM (
      SELECT 1 FROM account_words WHERE word >= ? AND word < ? LIMIT CAST(? AS BIGINT)) AS few`);
  const accountsWhere = (condition: string, words: string) =>
    db.prepare<TableRow<'accounts'>>(`
      SELECT * FROM accounts WHERE user_id > $after AND ${condition} ${words}
      ORDER BY user_id LIMIT CAST($limit AS BIGINT)`);
  const searches = (condition: string) => ({
    everybody: accountsWhere(condition, ''),
    byWords: accountsWhere(
      condition,
      'AND user_id IN (SELECT user_id FROM account_words WHERE word >= $word AND word < $end)',
    ),
    byPeople: accountsWhere(
      condition,
      `AND EXISTS (SELECT 1 FROM account_words
        WHERE account_words.user_id = accounts.user_id AND word >= $word AND word < $end)`,
    ),
  });
  const unfiltered = searches('TRUE');
  const searchesByCondition = new Map(
    [STATUS, SUSPENDED, LOCKED].map((condition) => [condition, searches(condition)] as const),
  );
  const valuesOf = (state: PeopleState): Values =>
    CONDITIONS[state] === LOCKED ? { $now: now() } : { $state: state };

  return async ({ find, status, after, limit }) => {
    const { everybody, byWords, byPeople } =
      (status && searchesByCondition.get(CONDITIONS[status])) || unfiltered;
    const page = { $after: after, $limit: limit, ...(status && valuesOf(status)) };
    const word = wordOf(find);
    if (word === '') return (await everybody.all(page)).map(toAccount);
    const words = { $word: word, $end: `${word}${END}` };
    const matches = Number((await count.get(word, words.$end, FEW_MATCHES))?.found ?? 0);
    const statement = matches < FEW_MATCHES ? byWords : byPeople;
    return (await statement.all({ ...page, ...words })).map(toAccount);
  };
}
