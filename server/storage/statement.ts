import { CompiledQuery, type QueryResult } from 'kysely';

/** A value of a column on either engine: there are no booleans, and integers are numbers. */
export type SqlValue = string | number | Uint8Array | null;

/** Columns by their names. */
export type Row = Readonly<Record<string, SqlValue>>;

/** Values of the `?` of a statement in their order, or of its `$names`. */
export type Values = readonly SqlValue[] | readonly [Readonly<Record<`$${string}`, SqlValue>>];

/** A prepared statement. `Selected` is the type of its rows. */
export interface Statement<Selected = Row> {
  /** The first row; undefined when there is none. */
  get(...values: Values): Promise<Selected | undefined>;
  all(...values: Values): Promise<readonly Selected[]>;
  /** Returns the number of written rows. */
  run(...values: Values): Promise<{ readonly changes: number }>;
}

/** The placeholder of the value with a number, from 1, as an engine writes it. */
export type Placeholder = (index: number) => string;

type Run = (query: CompiledQuery) => Promise<QueryResult<Row>>;

const PLACEHOLDERS = /\?|\$[a-z]\w*/gi;

/**
 * The text with the placeholders of the engine, and the names of their values in order; `?` for a value without one.
 */
function withPlaceholders(
  sql: string,
  placeholder: Placeholder,
): { readonly text: string; readonly names: readonly string[] } {
  const names: string[] = [];
  const text = sql.replace(PLACEHOLDERS, (placeholderText) => {
    const position = placeholderText === '?' ? -1 : names.indexOf(placeholderText);
    if (position >= 0) return placeholder(position + 1);
    names.push(placeholderText);
    return placeholder(names.length);
  });
  return { text, names };
}

const isNamed = (values: Values): values is readonly [Readonly<Record<`$${string}`, SqlValue>>] =>
  typeof values[0] === 'object' && values[0] !== null && !ArrayBuffer.isView(values[0]);

/**
 * Makes a statement from a text for every engine.
 * @param run executes it in the database or its open transaction
 */
export function statementOf<Selected extends object = Row>(
  sql: string,
  placeholder: Placeholder,
  run: Run,
): Statement<Selected> {
  const { text, names } = withPlaceholders(sql, placeholder);
  const query = CompiledQuery.raw(text);

  const parametersOf = (values: Values): readonly unknown[] => {
    const parameters = isNamed(values)
      ? names.map((name) => (values[0] as Readonly<Record<string, SqlValue>>)[name])
      : values;
    if (parameters.length !== names.length || parameters.includes(undefined as never)) {
      throw new TypeError(`The values do not fit the statement ${text}`);
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
