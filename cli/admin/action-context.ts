import type { Language } from '#i18n/locale.ts';
import type { AccountAdmin } from '#server/administration/accounts.ts';
import type { AdminDeps, ReportEvent } from '#server/administration/admin-actions.ts';
import type { CredentialAdmin } from '#server/administration/credentials.ts';
import type { DirectorySync } from '#server/administration/directory-sync.ts';
import type { Portal } from '#server/login/portal.ts';
import type { AuditCopies, AuditHistory } from '#server/operations/audit/open.ts';
import type { Account } from '#server/storage/repositories/accounts.ts';
import type { Options, ParsedArguments, Positionals } from './arguments.ts';

/** The objects and functions that an action of `npm run admin` can use. */
export type ActionContext = {
  readonly portal: Portal;
  /** Dependencies of the admin actions. */
  readonly deps: AdminDeps;
  readonly accounts: AccountAdmin;
  readonly credentials: CredentialAdmin;
  readonly directorySync: DirectorySync;
  /** The stored events of the audit; null when the audit is written to standard output. */
  readonly history: AuditHistory | null;
  /** The stored copies of the audit: the files of this server, and the table in the database. */
  readonly copies: AuditCopies;
  /** The folder with the data and the keys. */
  readonly dataDir: string;
  /** Writes a completed action to the audit. */
  readonly report: ReportEvent;
  /**
   * Returns the account with an ID.
   * @throws AdministrationRefusal `noAccount`
   */
  readonly find: (userId: string) => Promise<Account>;
  /** The language of the operator. */
  readonly language: Language;
  readonly print: (text: string) => void;
  /** Reads standard input to its end. */
  readonly input: () => Promise<string>;
  readonly readFile: (path: string) => Uint8Array;
  readonly writeFile: (path: string, text: string) => void;
  /**
   * Opens a file to which each run adds lines. `lines` are the lines of earlier runs. Only the owner can read the file.
   */
  readonly progressFileAt: (path: string) => { readonly lines: readonly string[]; add(line: string): void };
};

/** An action of `npm run admin`: its arguments, its options, and the function that runs it. */
export type Action = {
  readonly positionals: Positionals;
  readonly options: Options;
  /** @throws AdministrationRefusal, AdminUsageError */
  run(context: ActionContext, args: ParsedArguments): Promise<void>;
};
