export const LANGUAGES = ['ko', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The texts of the screens by language and message key. */
export type Catalogues = Readonly<Record<Language, Readonly<Record<string, string>>>>;

/** A name, and a sentence that explains it; the sentence is empty when the name is enough. */
export type WordEntry = Readonly<Record<Language, { readonly name: string; readonly sentence: string }>>;

export type WordTable = Readonly<Record<string, WordEntry>>;

/** The tables of the catalogue of words. */
export const TABLE_NAMES = ['states', 'events', 'ports', 'delays', 'guards', 'actions', 'values'] as const;
export type TableName = (typeof TABLE_NAMES)[number];

/** A fixed value of the project, from its source. */
export type FixedValue = {
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
export type Rule = Pick<FixedValue, 'id' | 'ko' | 'en' | 'setBy'>;

/** The words of every machine in Korean and English. */
export type Words = Readonly<Record<TableName, WordTable>> & {
  /** The times that machines compute, by the name of the timer; `{limit}` is replaced by the value of a limit. */
  readonly times: Readonly<Record<string, Readonly<Record<Language, string>>>>;
  readonly fixedValues: readonly FixedValue[];
  readonly rules: readonly Rule[];
};
