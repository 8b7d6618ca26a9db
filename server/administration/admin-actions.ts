import type { Portal } from '#server/login/portal.ts';
import type { AdministrationEvent } from '#server/operations/audit/event.ts';
import type { Account } from '#server/storage/repositories/accounts.ts';
import { AdministrationRefusal } from './refusal.ts';

/** Dependencies of admin actions. */
export type AdminDeps = {
  readonly portal: Portal;
  /** Ends the person's sessions in the protocol engines; their services are to hear of it. In the transaction of its cause. */
  readonly endEngineSessions: (userId: string) => Promise<void>;
  /** Who acts, for the audit. */
  readonly operator: string;
  /** Their account, where they have one. */
  readonly actor?: string;
  /** Why, in the words of who acts; it stands in the audit with everything that is done. */
  readonly reason?: string;
  /** Judges what an action has done, in its transaction; what it throws undoes the action. */
  readonly judge?: () => Promise<void>;
};

/** What was done, for the audit. */
export type AdminEvent = Pick<AdministrationEvent, 'action' | 'account' | 'details' | 'client' | 'result'>;

/** Audits an action once it is done. */
export type ReportEvent = (done: AdminEvent) => void;

/** Shared parts of all admin actions. */
export function adminActions({
  portal,
  operator,
  reason = '',
  judge = async () => undefined,
}: Omit<AdminDeps, 'endEngineSessions'>) {
  const { accounts, audit, config, transaction } = portal;

  const report: ReportEvent = (done) => {
    const details = { ...done.details, ...(reason !== '' && { reason }) };
    const isDetailed = Object.keys(details).length > 0;
    audit({ event: 'administration', operator, ...done, ...(isDetailed && { details }) });
  };

  /** The account of an ID as an operator types it; null when there is none. */
  const known = (userId: string): Promise<Account | null> =>
    config.exactIds ? accounts.find(userId) : accounts.findTyped(userId);

  return {
    report,
    known,
    /** @throws AdministrationRefusal `noAccount` */
    async find(userId: string): Promise<Account> {
      const account = await known(userId);
      if (!account) throw new AdministrationRefusal('noAccount', userId);
      return account;
    },
    /** Runs an action in one transaction, then audits what it returns. */
    async act<Value>(work: (report: ReportEvent) => Promise<Value>): Promise<Value> {
      const events: AdminEvent[] = [];
      const value = await transaction(async () => {
        events.length = 0;
        const done = await work((event) => events.push(event));
        await judge();
        return done;
      });
      for (const done of events) report(done);
      return value;
    },
  };
}
