/** File formats of an import. */
export const IMPORT_FORMATS = ['csv', 'json', 'keycloak', 'auth0', 'ldif'] as const;
export type ImportFormat = (typeof IMPORT_FORMATS)[number];

/** Body of `importCheck` (changes nothing) and `importRun`. Both begin a {@link ImportJob}. */
export type ImportBody = {
  /** The file's bytes as base64. */
  readonly content: string;
  readonly format: ImportFormat;
  readonly reason?: string;
};

/** Problems of a value, a line or an entry of a file. */
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

/** A problem in a line or entry of a file: the file is refused, or the value is skipped. */
export type ImportRemark = {
  /** Line of a table, or number of an entry; 0 for the whole file. */
  readonly place: number;
  /** Field of the account; may be empty. */
  readonly field: string;
  readonly problem: ImportProblem;
  /** Placeholder values of its text, such as a limit. */
  readonly values: Readonly<Record<string, string>>;
};

/** An import or its check, in progress or ended. */
export type ImportJob = {
  readonly jobId: string;
  readonly kind: 'importCheck' | 'importRun';
  readonly state: 'running' | 'done' | 'refused' | 'failed';
  /** Processed accounts and their total; `total` is 0 until the file is read. */
  readonly done: number;
  readonly total: number;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
  /** The first 50 problems (`refused`: nothing has changed), and their number. */
  readonly problems: readonly ImportRemark[];
  readonly problemCount: number;
  /** The first 50 skipped values. */
  readonly notes: readonly ImportRemark[];
  readonly noteCount: number;
  /** The first 50 changed accounts with the names of the fields; no values. */
  readonly changes: readonly {
    readonly userId: string;
    readonly outcome: 'added' | 'changed';
    readonly fields: readonly string[];
  }[];
  /** Whether the file was read as CP949. */
  readonly isCp949: boolean;
};
