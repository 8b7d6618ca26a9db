import { foldedId } from '#server/config/folded-id.ts';
import type { Localized } from '#server/config/values.ts';
import { insertInto } from '#server/storage/sql.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { TableRow } from '#server/storage/tables.ts';

/** The words of accounts for the search: an account is found by the beginning of each of its words. */
export interface AccountWords {
  /** Replaces the words of an account; to be called in the transaction that writes the account. */
  write(account: SearchableAccount): Promise<void>;
}

/** The values of an account that the search finds. */
export type SearchableAccount = {
  readonly userId: string;
  readonly name: Localized;
  readonly lastName: Localized | null;
  readonly firstName: Localized | null;
  readonly phoneNumber: string | null;
  readonly internalMail: string | null;
  readonly privateMail: string | null;
};

/** A phone number is also found by its last 8 and its last 4 digits. */
const LAST_DIGIT_COUNTS = [8, 4];

/** The digits of a text. */
export const digitsIn = (text: string): string => text.normalize('NFKC').replace(/\D/g, '');

/** Whether a text could be a phone number: digits, with or without separators. */
export const isPhoneLike = (text: string): boolean =>
  /^[\d\s().+-]+$/.test(text) && digitsIn(text).length >= 2;

function phoneWords(phoneNumber: string | null): readonly string[] {
  const digits = digitsIn(phoneNumber ?? '');
  return [
    digits,
    ...LAST_DIGIT_COUNTS.filter((count) => digits.length > count).map((count) => digits.slice(-count)),
  ];
}

/** The words of an account, without differences of case and width. */
export function wordsOf(account: SearchableAccount): readonly string[] {
  const { userId, name, lastName, firstName, phoneNumber, internalMail, privateMail } = account;
  const names = [name, lastName, firstName]
    .flatMap((localized) => (localized ? [localized.ko, localized.en] : []))
    .map(foldedId);
  const parts = names.flatMap((fullName) => fullName.split(/\s+/));
  const mails = [internalMail, privateMail].map((mail) => foldedId(mail ?? ''));
  const id = foldedId(userId);
  const all = [
    id,
    ...(isPhoneLike(id) ? [digitsIn(id)] : []),
    ...names,
    ...parts,
    ...mails,
    ...phoneWords(phoneNumber),
  ];
  return [...new Set(all.filter((word) => word !== ''))].sort();
}

export function accountWordsIn(db: Storage): AccountWords {
  const storedWords = db.prepare<TableRow<'account_words'>>(
    'SELECT word FROM account_words WHERE user_id = ? ORDER BY word',
  );
  const remove = db.prepare('DELETE FROM account_words WHERE user_id = ? AND word = ?');
  const insert = db.prepare(insertInto('account_words', ['user_id', 'word']));
  return {
    async write(account) {
      const { userId } = account;
      const formerWords = new Set((await storedWords.all(userId)).map(({ word }) => word));
      const newWords = new Set(wordsOf(account));
      for (const word of formerWords) if (!newWords.has(word)) await remove.run(userId, word);
      for (const word of newWords) if (!formerWords.has(word)) await insert.run(userId, word);
    },
  };
}
