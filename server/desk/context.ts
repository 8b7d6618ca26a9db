import type { AdminDeps } from '#server/administration/admin-actions.ts';
import type { DeskSettings } from '#server/config/desk.ts';
import type { Portal } from '#server/login/portal.ts';
import type { auditSearchIn } from '#server/operations/audit/search.ts';
import type { accountSearchIn } from '#server/storage/repositories/account-search.ts';
import type { DeskJobs } from '#server/storage/repositories/desk-jobs.ts';
import type { DeskSessionRow } from '#server/storage/sessions/desk-sessions.ts';
import type { DeskRole } from '#wire/desk/names.ts';
import type { DeskState } from '#wire/desk/state.ts';
import type { Roles } from './roles.ts';

/** What all calls of the help desk need. */
export type DeskDeps = {
  readonly portal: Portal;
  readonly desk: DeskSettings;
  readonly roles: Roles;
  readonly jobs: DeskJobs;
  readonly searchAccounts: ReturnType<typeof accountSearchIn>;
  readonly searchAudit: ReturnType<typeof auditSearchIn>;
  /** Writes the buffered lines of the audit, so that a search finds them. */
  readonly flushAudit: () => Promise<void>;
  readonly endEngineSessions: AdminDeps['endEngineSessions'];
  /** Reads the state of the servers, gateways, certificates and keys. */
  readonly readState: () => Promise<DeskState>;
  /** Starts a job that continues after the call has been answered. */
  readonly startInBackground: (work: (isStopping: () => boolean) => Promise<void>) => void;
};

/** What the handler of an authorised call gets. */
export type DeskCallContext = DeskDeps & {
  readonly session: DeskSessionRow;
  readonly role: DeskRole;
  /** Whether mail addresses, phone numbers and IP addresses are masked, because the desk user is only a viewer. */
  readonly isMasked: boolean;
  /** The dependencies of admin actions, with the desk user as operator and the reason of the call. */
  readonly admin: AdminDeps;
};
