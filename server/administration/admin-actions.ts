import type { Portal } from '#server/login/portal.ts';
import type { AdministrationEvent } from '#server/operations/audit/event.ts';
import type { Account } from '#server/storage/repositories/accounts.ts';
import { AdministrationRefusal } from './refusal.ts';

/** Dependencies of admin actions. */
export type AdminDeps = {
  readonly portal: Portal;
  /**
   * Ends the person's sessions in the protocol engines and queues the logout of their services, in the current
   * transaction.
   */
  readonly endEngineSessions: (userId: string) => Promise<void>;
  /** Name of the operator in the audit. */
  readonly operator: string;
  /** ID of the operator's account; absent when the operator has none. */
  readonly actor?: string;
  /** The reason that the operator gave, which is added to all events in the audit. */
  readonly reason?: string;
  /** Runs at the end of an action's transaction. If it throws, the action is rolled back. */
  readonly verify?: () => Promise<void>;
};

/** A completed action, for the audit. */
export type AdminEvent = Pick<AdministrationEvent, 'action' | 'account' | 'details' | 'client' | 'result'>;

/** Reports a completed action to the audit. */
export type ReportEvent = (event: AdminEvent) => void;

/** Functions that all admin actions share. */
export function adminActions({
  portal,
  operator,
  reason = '',
  verify = async () => undefined,
}: Omit<AdminDeps, 'endEngineSessions'>) {
  const { accounts, audit, config, transaction } = portal;

  const report: ReportEvent = (event) => {
    const details = { ...event.details, ...(reason !== '' && { reason }) };
    const hasDetails = Object.keys(details).length > 0;
    audit({ event: 'administration', operator, ...event, ...(hasDetails && { details }) });
  };

  /** Finds the account with an ID that an operator typed; null when there is none. */
  const findOrNull = (userId: string): Promise<Account | null> =>
    config.exactIds ? accounts.find(userId) : accounts.findTyped(userId);

  return {
    report,
    findOrNull,
    /**
     * Finds the account with an ID that an operator typed.
     * @throws AdministrationRefusal `noAccount`
     */
    async find(userId: string): Promise<Account> {
      const account = await findOrNull(userId);
      if (!account) throw new AdministrationRefusal('noAccount', userId);
      return account;
    },
    /** Runs an action in one transaction; after the commit, writes the events that it has reported into the audit. */
    async runAudited<Value>(work: (report: ReportEvent) => Promise<Value>): Promise<Value> {
      const events: AdminEvent[] = [];
      const value = await transaction(async () => {
        events.length = 0;
        const result = await work((event) => events.push(event));
        await verify();
        return result;
      });
      for (const event of events) report(event);
      return value;
    },
  };
}
