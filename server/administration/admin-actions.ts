import type { Portal } from '#server/login/portal.ts';
import type { AdministrationEvent } from '#server/operations/audit/event.ts';
import type { Account } from '#server/storage/repositories/accounts.ts';
import { AdministrationRefusal } from './refusal.ts';

/** Dependencies of admin actions. */
export type AdminDeps = {
  readonly portal: Portal;
  /** Ends what the protocol engines keep of a person, and tells their services. */
  readonly endEngineSessions: (userId: string) => Promise<void>;
  /** Who acts: it stands in the audit. */
  readonly operator: string;
};

/** What was done, for the audit. */
export type AdminEvent = Pick<AdministrationEvent, 'action' | 'account' | 'details' | 'client' | 'result'>;

/** Writes down what is done, once it is. */
export type ReportEvent = (done: AdminEvent) => void;

/** Shared parts of all admin actions. */
export function adminActions({ portal, operator }: Omit<AdminDeps, 'endEngineSessions'>) {
  const { accounts, audit, config, transaction } = portal;

  const report: ReportEvent = (done) => audit({ event: 'administration', operator, ...done });

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
    /** Does something whole or not at all; what it tells is written down when it is done. */
    async act<Value>(work: (report: ReportEvent) => Promise<Value>): Promise<Value> {
      const events: AdminEvent[] = [];
      const value = await transaction(() => {
        events.length = 0;
        return work((done) => events.push(done));
      });
      for (const done of events) report(done);
      return value;
    },
  };
}
