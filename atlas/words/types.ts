export const LANGUAGES = ['ko', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

/** What something is called, and a sentence on it; empty where the name says it all. */
export type Word = Readonly<Record<Language, { readonly name: string; readonly sentence: string }>>;

export type Table = Readonly<Record<string, Word>>;

/** The tables of the catalogue of words. */
export const TABLES = ['states', 'events', 'ports', 'delays', 'guards', 'actions', 'values'] as const;
export type TableName = (typeof TABLES)[number];

/** A value that the specification fixes, as the source has it. */
export type Limit = {
  readonly id: string;
  readonly ko: string;
  readonly en: string;
  readonly unit: string;
  /** As the source writes it, without the underscores of a number. */
  readonly value: string;
};

/** How a time is said that a machine works out, by the name of its timer; `{limit}` stands for the value of a limit. */
export type Times = Readonly<Record<string, Readonly<Record<Language, string>>>>;

/** The catalogue that says every machine in Korean and English. */
export type Words = Readonly<Record<TableName, Table>> & {
  readonly times: Times;
  readonly limits: readonly Limit[];
};
