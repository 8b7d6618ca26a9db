/** Formats of files that are imported. */
export const IMPORT_FORMATS = ['csv', 'json', 'keycloak', 'auth0', 'ldif'] as const;
export type ImportFormat = (typeof IMPORT_FORMATS)[number];

/** Body of `importCheck` (changes nothing) and `importRun`. Both begin a {@link DeskJob}, which can be left. */
export type ImportBody = {
  /** The file's bytes as base64. */
  readonly content: string;
  readonly format: ImportFormat;
  readonly reason?: string;
};

/** The answer of `importCheck` and `importRun`. */
export type JobBegun = { readonly jobId: string };

/** Body of `job`; without an ID: the last one of the person who asks. */
export type JobQuery = { readonly jobId?: string };

/** What can be wrong with a value, a line or an entry of a file, or why it is left out. */
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

/** A line or entry of a file that cannot be taken, or is left out. */
export type ImportRemark = {
  /** Line of a table, else number of the entry; 0 where it is the whole file. */
  readonly place: number;
  /** Empty where it is no field of an account. */
  readonly field: string;
  readonly problem: ImportProblem;
  /** What the problem is about, by the names of the places in its text: a limit, the values that there are. */
  readonly values: Readonly<Record<string, string>>;
};

/** The answer of `job`, kept for an hour after its end; `noJob` afterwards. */
export type DeskJob = {
  readonly jobId: string;
  readonly kind: 'importCheck' | 'importRun';
  readonly state: 'running' | 'done' | 'refused' | 'failed';
  /** Accounts so far, and of all; `total` is 0 until the file is read. */
  readonly done: number;
  readonly total: number;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
  /** The first 50 of what cannot be taken (`refused`: nothing has changed), and how many there are. */
  readonly problems: readonly ImportRemark[];
  readonly problemCount: number;
  /** The first 50 of what is left out. */
  readonly notes: readonly ImportRemark[];
  readonly noteCount: number;
  /** The first 50 accounts that change, with the names of the fields; no values. */
  readonly changes: readonly {
    readonly userId: string;
    readonly outcome: 'added' | 'changed';
    readonly fields: readonly string[];
  }[];
  /** The file was read as CP949. */
  readonly isCp949: boolean;
};
