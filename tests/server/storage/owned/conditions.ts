import type { Row, Statement } from '#server/storage/statement.ts';
import type { Storage } from '#server/storage/storage.ts';
import { ROOT } from '#tools/folders.ts';

/** Columns that contain the owner of a row. */
const OWNER = String.raw`\b(?:\w+\.)?(?:user_id|login_user|decided_by|session|client_id|subject|browser)`;
/** Columns that contain a start time or an expiry time. */
const TIME = String.raw`\b(?:\w+\.)?(?:\w+_)?(?:at|until)`;
const VALUE = String.raw`(?:\?|\$\w+|CAST\([^()]*\)|coalesce\([^()]*(?:\([^()]*\))?[^()]*\)|\w+\.\w+)`;
const CONDITION = new RegExp(String.raw`${OWNER}\s*(?:=|<>)\s*${VALUE}|${TIME}\s*[<>]=?\s*${VALUE}`, 'g');

/** The SET clause of an UPDATE, which contains no conditions. */
const SET_CLAUSE = /\bSET\b.*?(?=\bWHERE\b|\bRETURNING\b|$)/gs;

/** A condition on an owner or a time, with its statement and the same statement in which it is always true. */
export type Condition = { readonly sql: string; readonly text: string; readonly weakSql: string };

/** The conditions of a statement or of a source text, each with the weakened statement. */
export function conditionsOf(sql: string): readonly Condition[] {
  const withoutSetClauses = sql.replaceAll(SET_CLAUSE, (clause) => ' '.repeat(clause.length));
  return [...withoutSetClauses.matchAll(CONDITION)].map(({ 0: text, index }) => ({
    sql,
    text,
    weakSql: `${sql.slice(0, index)}(${text} OR 1 = 1)${sql.slice(index + text.length)}`,
  }));
}

const SERVER_FILE = /^\/(server\/[\w/.-]+\.ts):/;

/** The file of the server that prepares a statement, from the call stack. */
const callingFile = (): string | undefined =>
  SERVER_FILE.exec(new Error('where').stack?.split('\n')[3]?.split(ROOT)[1] ?? '')?.[1];

/** A storage that records the server's statements, and can make a condition always true. */
export function weakenableStorage(storage: Storage) {
  const statements = new Map<string, string>();
  const executed = new Set<string>();
  let weakenedCondition: Condition | null = null;

  const prepare = <Selected extends object = Row>(sql: string): Statement<Selected> => {
    const file = statements.has(sql) ? undefined : callingFile();
    if (file !== undefined) statements.set(sql, file);
    const unchanged = storage.prepare<Selected>(sql);
    const weakened = new Map(
      conditionsOf(sql).map(({ weakSql }) => [weakSql, storage.prepare<Selected>(weakSql)]),
    );
    const chooseStatement = (): Statement<Selected> => {
      executed.add(sql);
      return (weakenedCondition?.sql === sql && weakened.get(weakenedCondition.weakSql)) || unchanged;
    };
    return {
      get: (...values) => chooseStatement().get(...values),
      all: (...values) => chooseStatement().all(...values),
      run: (...values) => chooseStatement().run(...values),
    };
  };

  return {
    storage: { ...storage, prepare },
    /** The file that contains each statement. */
    statements,
    /** The statements that have run since the last call of this function. */
    takeExecuted(): readonly string[] {
      const statementsSince = [...executed];
      executed.clear();
      return statementsSince;
    },
    /** Makes a condition always true, instead of the previous one; null restores all conditions. */
    weaken(condition: Condition | null): void {
      weakenedCondition = condition;
    },
  };
}
