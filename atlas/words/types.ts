export const LANGUAGES = ['ko', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The texts of the screens by language and message key. */
export type Catalogues = Readonly<Record<Language, Readonly<Record<string, string>>>>;

/** A name, and a sentence that explains it; the sentence is empty when the name is enough. */
export type Word = Readonly<Record<Language, { readonly name: string; readonly sentence: string }>>;

export type Table = Readonly<Record<string, Word>>;

/** The tables of the catalogue of words. */
export const TABLES = ['states', 'events', 'ports', 'delays', 'guards', 'actions', 'values'] as const;
export type TableName = (typeof TABLES)[number];

/** A fixed value of the project, from its source. */
export type Limit = {
  readonly id: string;
  readonly ko: string;
  readonly en: string;
  readonly unit: string;
  /** As the source writes it, without the underscores of a number. */
  readonly value: string;
  /**
   * Origin of the value: `spec 9` a section of the specification, `rule 83`, `setting a.b` the operator; any other
   * text is shown as it is.
   */
  readonly setBy: string;
};

/** A rule that applies to more than one state; `{limit}` is replaced by the value of a limit. */
export type Rule = Pick<Limit, 'id' | 'ko' | 'en' | 'setBy'>;

/** The words of every machine in Korean and English. */
export type Words = Readonly<Record<TableName, Table>> & {
  /** The times that machines compute, by the name of the timer; `{limit}` is replaced by the value of a limit. */
  readonly times: Readonly<Record<string, Readonly<Record<Language, string>>>>;
  readonly limits: readonly Limit[];
  readonly rules: readonly Rule[];
};
