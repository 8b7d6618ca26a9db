import type { Language } from '#i18n/locale.ts';
import type { AccountAdmin } from '#server/administration/accounts.ts';
import type { AdminDeps, ReportEvent } from '#server/administration/admin-actions.ts';
import type { CredentialAdmin } from '#server/administration/credentials.ts';
import type { DirectorySync } from '#server/administration/directory-sync.ts';
import type { Portal } from '#server/login/portal.ts';
import type { AuditCopies, AuditHistory } from '#server/operations/audit/open.ts';
import type { Account } from '#server/storage/repositories/accounts.ts';
import type { Options, ParsedArguments, Positionals } from './arguments.ts';

/** Context of an action. */
export type ActionContext = {
  readonly portal: Portal;
  /** Dependencies of the admin actions. */
  readonly deps: AdminDeps;
  readonly accounts: AccountAdmin;
  readonly credentials: CredentialAdmin;
  readonly directorySync: DirectorySync;
  /** Null when the audit is written to standard output. */
  readonly history: AuditHistory | null;
  /** The copies of the audit. */
  readonly copies: AuditCopies;
  /** Folder of the data. */
  readonly dataDir: string;
  /** Audits a completed action. */
  readonly report: ReportEvent;
  /** @throws AdministrationRefusal `noAccount` */
  readonly find: (userId: string) => Promise<Account>;
  /** The operator's language. */
  readonly language: Language;
  readonly print: (text: string) => void;
  /** Reads standard input to its end. */
  readonly input: () => Promise<string>;
  readonly readFile: (path: string) => Uint8Array;
  readonly writeFile: (path: string, text: string) => void;
  /** A file with the lines that earlier runs have added, readable by its owner only. */
  readonly progressFileAt: (path: string) => { readonly lines: readonly string[]; add(line: string): void };
};

/** One action of the command. */
export type Action = {
  readonly positionals: Positionals;
  readonly options: Options;
  /** @throws AdministrationRefusal, AdminUsageError */
  run(context: ActionContext, args: ParsedArguments): Promise<void>;
};
