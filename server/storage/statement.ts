import { CompiledQuery, type QueryResult } from 'kysely';

/** A value of a column, in SQLite and in PostgreSQL: there are no booleans, and integers are numbers. */
export type SqlValue = string | number | Uint8Array | null;

/** A row: the values by the names of their columns. */
export type Row = Readonly<Record<string, SqlValue>>;

/** The values for the placeholders of a statement: a list for `?`, or one object for `$name`. */
export type Values = readonly SqlValue[] | readonly [Readonly<Record<`$${string}`, SqlValue>>];

/** A prepared statement. `Selected` is the type of its rows. */
export interface Statement<Selected = Row> {
  /** The first row; undefined when there is none. */
  get(...values: Values): Promise<Selected | undefined>;
  /** All rows. */
  all(...values: Values): Promise<readonly Selected[]>;
  /** Executes the statement and returns the number of written rows. */
  run(...values: Values): Promise<{ readonly changes: number }>;
}

/** Writes the placeholder for the value at a position, counted from 1, in the syntax of the database engine. */
export type FormatPlaceholder = (position: number) => string;

type Run = (query: CompiledQuery) => Promise<QueryResult<Row>>;

const PLACEHOLDERS = /\?|\$[a-z]\w*/gi;

/** The SQL text with the placeholders of the engine, and for each value its name; `?` for a value without a name. */
function withPlaceholders(
  sql: string,
  formatPlaceholder: FormatPlaceholder,
): { readonly text: string; readonly names: readonly string[] } {
  const names: string[] = [];
  const text = sql.replace(PLACEHOLDERS, (placeholderText) => {
    const position = placeholderText === '?' ? -1 : names.indexOf(placeholderText);
    if (position >= 0) return formatPlaceholder(position + 1);
    names.push(placeholderText);
    return formatPlaceholder(names.length);
  });
  return { text, names };
}

const isNamed = (values: Values): values is readonly [Readonly<Record<`$${string}`, SqlValue>>] =>
  typeof values[0] === 'object' && values[0] !== null && !ArrayBuffer.isView(values[0]);

/**
 * Makes a statement from SQL with `?` or `$name` placeholders.
 * @param run executes a query in the open transaction, if any
 */
export function statementOf<Selected extends object = Row>(
  sql: string,
  formatPlaceholder: FormatPlaceholder,
  run: Run,
): Statement<Selected> {
  const { text, names } = withPlaceholders(sql, formatPlaceholder);
  const query = CompiledQuery.raw(text);

  const parametersOf = (values: Values): readonly unknown[] => {
    const parameters = isNamed(values)
      ? names.map((name) => (values[0] as Readonly<Record<string, SqlValue>>)[name])
      : values;
    if (parameters.length !== names.length || parameters.includes(undefined as never)) {
      throw new TypeError(`The values do not match the placeholders of the statement ${text}`);
    }
    return parameters;
  };

  const execute = async (values: Values) => run({ ...query, parameters: parametersOf(values) });

  return {
    get: async (...values) => (await execute(values)).rows[0] as Selected | undefined,
    all: async (...values) => (await execute(values)).rows as readonly object[] as readonly Selected[],
    run: async (...values) => ({ changes: Number((await execute(values)).numAffectedRows ?? 0n) }),
  };
}
