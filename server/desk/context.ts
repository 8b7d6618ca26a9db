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

/** Dependencies of the calls of the desk. */
export type DeskDeps = {
  readonly portal: Portal;
  readonly desk: DeskSettings;
  readonly roles: Roles;
  readonly jobs: DeskJobs;
  readonly searchAccounts: ReturnType<typeof accountSearchIn>;
  readonly searchAudit: ReturnType<typeof auditSearchIn>;
  /** Writes buffered audit lines, so that a search finds them. */
  readonly flushAudit: () => Promise<void>;
  readonly endEngineSessions: AdminDeps['endEngineSessions'];
  /** The state of all servers, gateways, certificates and keys. */
  readonly state: () => Promise<DeskState>;
  /** Runs a job that outlives its call. */
  readonly inBackground: (work: (isStopping: () => boolean) => Promise<void>) => void;
};

/** An authorised call. */
export type DeskCallContext = DeskDeps & {
  readonly session: DeskSessionRow;
  readonly role: DeskRole;
  /** Whether contacts and addresses are masked. */
  readonly isMasked: boolean;
  /** Dependencies of the admin actions: operator, reason and final check. */
  readonly admin: AdminDeps;
};
