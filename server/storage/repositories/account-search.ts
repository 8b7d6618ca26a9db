import type { Clock } from '#server/config/deps.ts';
import { foldedId } from '#server/config/folded-id.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { TableRow } from '#server/storage/tables.ts';
import type { PeopleState } from '#wire/desk/people.ts';
import { digitsIn, isPhoneLike } from './account-words.ts';
import { type Account, toAccount } from './accounts.ts';

/** The conditions of a search, all of which must be met, and the requested page of the result. */
export type AccountQuery = {
  /** The beginning of a word of the account; empty for all accounts. */
  readonly wordStart: string;
  /** The state of the account; null for any state. */
  readonly status: PeopleState | null;
  /** The last ID of the previous page; empty for the first page. */
  readonly after: string;
  /** Maximum number of accounts. */
  readonly limit: number;
};

/** With fewer matching words, the query starts from the words and not from the accounts, because that is faster. */
const FEW_MATCHES = 20_000;

/** A text with this character at its end is greater than all other texts with the same beginning. */
const LAST_CHARACTER = '\u{10ffff}';

/** The searched text as it is stored in `account_words`: folded, and a phone number without separators. */
const searchWord = (text: string): string => {
  const word = foldedId(text);
  return isPhoneLike(word) ? digitsIn(word) : word;
};

type Values = Readonly<Record<string, string | number>>;

/** SQL conditions. */
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

/** Returns a function that finds accounts by the beginning of a word, in the order of their IDs. */
export function accountSearchIn(
  db: Storage,
  now: Clock,
): (query: AccountQuery) => Promise<readonly Account[]> {
  const countWords = db.prepare<{ readonly found: number }>(`
    SELECT COUNT(*) AS found FROM (
      SELECT 1 FROM account_words WHERE word >= ? AND word < ? LIMIT CAST(? AS BIGINT)) AS few`);
  const accountsWhere = (condition: string, words: string) =>
    db.prepare<TableRow<'accounts'>>(`
      SELECT * FROM accounts WHERE user_id > $after AND ${condition} ${words}
      ORDER BY user_id LIMIT CAST($limit AS BIGINT)`);
  const searchesWhere = (condition: string) => ({
    all: accountsWhere(condition, ''),
    startingFromWords: accountsWhere(
      condition,
      'AND user_id IN (SELECT user_id FROM account_words WHERE word >= $word AND word < $end)',
    ),
    startingFromAccounts: accountsWhere(
      condition,
      `AND EXISTS (SELECT 1 FROM account_words
        WHERE account_words.user_id = accounts.user_id AND word >= $word AND word < $end)`,
    ),
  });
  const unfiltered = searchesWhere('TRUE');
  const searchesByCondition = new Map(
    [STATUS, SUSPENDED, LOCKED].map((condition) => [condition, searchesWhere(condition)] as const),
  );
  const valuesOf = (state: PeopleState): Values =>
    CONDITIONS[state] === LOCKED ? { $now: now() } : { $state: state };

  return async ({ wordStart, status, after, limit }) => {
    const { all, startingFromWords, startingFromAccounts } =
      (status && searchesByCondition.get(CONDITIONS[status])) || unfiltered;
    const pageValues = { $after: after, $limit: limit, ...(status && valuesOf(status)) };
    const word = searchWord(wordStart);
    if (word === '') return (await all.all(pageValues)).map(toAccount);
    const wordRange = { $word: word, $end: `${word}${LAST_CHARACTER}` };
    const matchCount = Number((await countWords.get(word, wordRange.$end, FEW_MATCHES))?.found ?? 0);
    const statement = matchCount < FEW_MATCHES ? startingFromWords : startingFromAccounts;
    return (await statement.all({ ...pageValues, ...wordRange })).map(toAccount);
  };
}
