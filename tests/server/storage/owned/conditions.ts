import type { Row, Statement } from '#server/storage/statement.ts';
import type { Storage } from '#server/storage/storage.ts';
import { ROOT } from '#tools/folders.ts';

/** Columns that say whose a row is. */
const OWNER = String.raw`\b(?:\w+\.)?(?:user_id|login_user|decided_by|session|client_id|subject|browser)`;
/** Columns that say when something began or until when it counts. */
const TIME = String.raw`\b(?:\w+\.)?(?:\w+_)?(?:at|until)`;
const VALUE = String.raw`(?:\?|\$\w+|CAST\([^()]*\)|coalesce\([^()]*(?:\([^()]*\))?[^()]*\)|\w+\.\w+)`;
const CONDITION = new RegExp(String.raw`${OWNER}\s*(?:=|<>)\s*${VALUE}|${TIME}\s*[<>]=?\s*${VALUE}`, 'g');

/** The SET clause of an UPDATE, which is no condition. */
const WRITTEN = /\bSET\b.*?(?=\bWHERE\b|\bRETURNING\b|$)/gs;

/** A condition on an owner or a time, with its statement. */
export type Condition = { readonly sql: string; readonly text: string; readonly weak: string };

/** The conditions of a statement or of a source text, each with the statement in which it always holds. */
export function conditionsOf(sql: string): readonly Condition[] {
  const readable = sql.replaceAll(WRITTEN, (written) => ' '.repeat(written.length));
  return [...readable.matchAll(CONDITION)].map(({ 0: text, index }) => ({
    sql,
    text,
    weak: `${sql.slice(0, index)}(${text} OR 1 = 1)${sql.slice(index + text.length)}`,
  }));
}

const SERVER_FILE = /^\/(server\/[\w/.-]+\.ts):/;

/** The file of the server that prepares a statement: the one that has called what calls this. */
const preparedBy = (): string | undefined =>
  SERVER_FILE.exec(new Error('where').stack?.split('\n')[3]?.split(ROOT)[1] ?? '')?.[1];

/** A storage that lists the server's statements and which of them ran, and can make a condition always true. */
export function weakenable(storage: Storage) {
  const statements = new Map<string, string>();
  const ran = new Set<string>();
  let dropped: Condition | null = null;

  const prepare = <Selected extends object = Row>(sql: string): Statement<Selected> => {
    const file = statements.has(sql) ? undefined : preparedBy();
    if (file !== undefined) statements.set(sql, file);
    const strict = storage.prepare<Selected>(sql);
    const weakened = new Map(conditionsOf(sql).map(({ weak }) => [weak, storage.prepare<Selected>(weak)]));
    const chosen = (): Statement<Selected> => {
      ran.add(sql);
      return (dropped?.sql === sql && weakened.get(dropped.weak)) || strict;
    };
    return {
      get: (...values) => chosen().get(...values),
      all: (...values) => chosen().all(...values),
      run: (...values) => chosen().run(...values),
    };
  };

  return {
    storage: { ...storage, prepare },
    /** The file that contains each statement. */
    statements,
    /** The statements that have run since this was asked last. */
    ranSince(): readonly string[] {
      const all = [...ran];
      ran.clear();
      return all;
    },
    /** Lets a condition always hold, in place of the one before it. */
    drop(condition: Condition | null): void {
      dropped = condition;
    },
  };
}
