import { foldedId } from '#server/config/folded-id.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { TableRow } from '#server/storage/tables.ts';
import { digitsOf, isNumber } from './account-words.ts';
import { type Account, toAccount } from './accounts.ts';

/** What is looked for; all of it together. */
export type AccountQuery = {
  /** The beginning of a word; empty for everybody. */
  readonly find: string;
  readonly status: Account['status'] | null;
  /** The ID after which the page begins; empty for the first. */
  readonly after: string;
  readonly limit: number;
};

/** Up to so many words that match, people are looked up by the words, otherwise the words by the people. */
const FEW = 20_000;

/** Greater than any other text with the same beginning. */
const END = '\u{10ffff}';

/** A search as the words are written: a number as its digits. */
const wordOf = (find: string): string => {
  const word = foldedId(find);
  return isNumber(word) ? digitsOf(word) : word;
};

/** Finds accounts by the beginning of a word, in the order of their IDs. */
export function accountSearchIn(db: Storage): (query: AccountQuery) => Promise<readonly Account[]> {
  const everybody = db.prepare<TableRow<'accounts'>>(`
    SELECT * FROM accounts WHERE user_id > $after AND ($status = '' OR status = $status)
    ORDER BY user_id LIMIT CAST($limit AS BIGINT)`);
  const count = db.prepare<{ readonly found: number }>(`
    SELECT COUNT(*) AS found FROM (
      SELECT 1 FROM account_words WHERE word >= ? AND word < ? LIMIT CAST(? AS BIGINT)) AS few`);
  const byWords = db.prepare<TableRow<'accounts'>>(`
    SELECT * FROM accounts
    WHERE user_id IN (SELECT user_id FROM account_words WHERE word >= $word AND word < $end)
      AND user_id > $after AND ($status = '' OR status = $status)
    ORDER BY user_id LIMIT CAST($limit AS BIGINT)`);
  const byPeople = db.prepare<TableRow<'accounts'>>(`
    SELECT * FROM accounts WHERE user_id > $after AND ($status = '' OR status = $status)
      AND EXISTS (SELECT 1 FROM account_words
        WHERE account_words.user_id = accounts.user_id AND word >= $word AND word < $end)
    ORDER BY user_id LIMIT CAST($limit AS BIGINT)`);

  return async ({ find, status, after, limit }) => {
    const page = { $after: after, $status: status ?? '', $limit: limit };
    const word = wordOf(find);
    if (word === '') return (await everybody.all(page)).map(toAccount);
    const words = { $word: word, $end: `${word}${END}` };
    const found = Number((await count.get(word, words.$end, FEW))?.found ?? 0);
    const statement = found < FEW ? byWords : byPeople;
    return (await statement.all({ ...page, ...words })).map(toAccount);
  };
}
