import type { Language } from '#i18n/locale.ts';
import type { AccountOffice } from '#server/administration/accounts.ts';
import type { CredentialOffice } from '#server/administration/credentials.ts';
import type { Tell } from '#server/administration/office.ts';
import type { Portal } from '#server/login/portal.ts';
import type { AuditPast } from '#server/operations/audit/open.ts';
import type { Account } from '#server/storage/repositories/accounts.ts';
import type { About, Given, Options } from './arguments.ts';

/** What an action works with. */
export type Desk = {
  readonly portal: Portal;
  readonly accounts: AccountOffice;
  readonly credentials: CredentialOffice;
  /** Null where the audit goes to standard output. */
  readonly past: AuditPast | null;
  /** Folder of the data. */
  readonly dataDir: string;
  /** Writes down what was done. */
  readonly tell: Tell;
  /** @throws AdministrationRefusal `noAccount` */
  readonly find: (userId: string) => Promise<Account>;
  /** The language of who reads the screen. */
  readonly language: Language;
  readonly print: (text: string) => void;
  /** All of standard input. */
  readonly input: () => Promise<string>;
  readonly readFile: (path: string) => string;
  readonly writeFile: (path: string, text: string) => void;
};

/** One action of the command. */
export type Action = {
  readonly about: About;
  readonly options: Options;
  /** @throws AdministrationRefusal, AdminUsageError */
  run(desk: Desk, given: Given): Promise<void>;
};
