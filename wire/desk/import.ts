/** File formats of an import: tables, exports of other identity systems, and LDIF of a directory. */
export const IMPORT_FORMATS = ['csv', 'json', 'keycloak', 'auth0', 'ldif'] as const;
export type ImportFormat = (typeof IMPORT_FORMATS)[number];

/** Body of `importCheck`, which changes nothing, and of `importRun`. Both calls start an {@link ImportJob}. */
export type ImportBody = {
  /** The bytes of the file as base64. */
  readonly content: string;
  readonly format: ImportFormat;
  readonly reason?: string;
};

/**
 * Problems with a value, a line or an entry of an imported file. Their texts are `desk.import.problem.*` in
 * `i18n/desk.en.json`.
 */
export const IMPORT_PROBLEMS = [
  'alreadyThere',
  'controlCharacters',
  'credentialLeftOut',
  'csvSyntax',
  'date',
  'directoryPassword',
  'empty',
  'encoding',
  'groupName',
  'hash',
  'higherRole',
  'ldifChange',
  'ldifLine',
  'mail',
  'missing',
  'notAccounts',
  'notJson',
  'notRealm',
  'notText',
  'oneOf',
  'otpLeftOut',
  'ownAccount',
  'passkeyLeftOut',
  'sameAs',
  'time',
  'tooLong',
  'unknownField',
  'unknownHash',
  'wrongCells',
  'wrongType',
] as const;
export type ImportProblem = (typeof IMPORT_PROBLEMS)[number];

/** A problem in a line or an entry of a file. The file is then refused, or only the value is skipped. */
export type ImportRemark = {
  /** Number of the line in a table, or of the entry in another file; 0 for the whole file. */
  readonly place: number;
  /** Field of the account; empty when the problem concerns no single field. */
  readonly field: string;
  readonly problem: ImportProblem;
  /** Values for the placeholders in the text of the problem, such as a limit. */
  readonly values: Readonly<Record<string, string>>;
};

/** An import, or the check of an import, that is in progress or has ended. */
export type ImportJob = {
  readonly jobId: string;
  readonly kind: 'importCheck' | 'importRun';
  readonly state: 'running' | 'done' | 'refused' | 'failed';
  /**
   * `done` and `total`: the number of processed accounts, and of all accounts in the file. `total` is 0 until the file
   * is read.
   */
  readonly done: number;
  readonly total: number;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  /** `added`, `changed` and `unchanged`: numbers of accounts. */
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
  /** The first 50 problems for which the file was refused, and the number of all of them. No account was changed. */
  readonly problems: readonly ImportRemark[];
  readonly problemCount: number;
  /** The first 50 skipped values, and the number of all of them. */
  readonly notes: readonly ImportRemark[];
  readonly noteCount: number;
  /** The first 50 added or changed accounts with the names of the changed fields, without values. */
  readonly changes: readonly {
    readonly userId: string;
    readonly outcome: 'added' | 'changed';
    readonly fields: readonly string[];
  }[];
  /** Whether the file was read in the Korean encoding CP949 instead of UTF-8. */
  readonly isCp949: boolean;
};
