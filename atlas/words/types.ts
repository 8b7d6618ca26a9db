export const LANGUAGES = ['ko', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The texts of the screens, by language and message key. */
export type Catalogues = Readonly<Record<Language, Readonly<Record<string, string>>>>;

/** The name of a part of a machine and a sentence that describes the part, in both languages. The sentence may be empty. */
export type WordEntry = Readonly<Record<Language, { readonly name: string; readonly sentence: string }>>;

/** A table of words: its entries by the names of the parts in the source. */
export type WordTable = Readonly<Record<string, WordEntry>>;

/** The names of the tables of words, one for each kind of part of a machine. */
export const TABLE_NAMES = ['states', 'events', 'ports', 'delays', 'guards', 'actions', 'values'] as const;
export type TableName = (typeof TABLE_NAMES)[number];

/** A fixed value of a project: a time, a length or a count. The table of fixed values is `limits.md`. */
export type FixedValue = {
  readonly id: string;
  /** `ko` and `en`: the name in Korean and English. */
  readonly ko: string;
  readonly en: string;
  readonly unit: string;
  /** The value as the source contains it, without the underscores of a number. */
  readonly value: string;
  /**
   * The origin of the value: `spec 9` is a section of the specification, `rule 83` a rule of the project, `setting a.b` a setting
   * of the operator. Any other text is shown as it is.
   */
  readonly setBy: string;
};

/** A rule that applies to several states. Its texts may contain placeholders with the ids of fixed values, such as `{codeLifetime}`. */
export type Rule = Pick<FixedValue, 'id' | 'ko' | 'en' | 'setBy'>;

/** The words of all machines of a project, in Korean and English. */
export type Words = Readonly<Record<TableName, WordTable>> & {
  /** Texts for the times that machines compute, by the name of the timer. They may contain placeholders like the texts of rules. */
  readonly times: Readonly<Record<string, Readonly<Record<Language, string>>>>;
  readonly fixedValues: readonly FixedValue[];
  readonly rules: readonly Rule[];
};
