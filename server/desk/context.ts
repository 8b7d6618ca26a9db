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

/** What the calls of the desk work on. */
export type DeskDeps = {
  readonly portal: Portal;
  readonly desk: DeskSettings;
  readonly roles: Roles;
  readonly jobs: DeskJobs;
  readonly searchAccounts: ReturnType<typeof accountSearchIn>;
  readonly searchAudit: ReturnType<typeof auditSearchIn>;
  /** Writes what still waits for the audit, so that a search finds it. */
  readonly flushAudit: () => Promise<void>;
  readonly endEngineSessions: AdminDeps['endEngineSessions'];
  /** The state of all servers, gateways, certificates and keys. */
  readonly state: () => Promise<DeskState>;
  /** Does long work that outlives its call. */
  readonly inBackground: (work: (isEnding: () => boolean) => Promise<void>) => void;
};

/** A call that somebody may make. */
export type DeskCall = DeskDeps & {
  readonly session: DeskSessionRow;
  readonly role: DeskRole;
  /** Contacts and addresses are masked. */
  readonly isMasked: boolean;
  /** For the functions of the administration: who acts, why, and what must not come of it. */
  readonly admin: AdminDeps;
};
