import type { Portal } from '#server/login/portal.ts';
import type { AdministrationEvent } from '#server/operations/audit/event.ts';
import type { Account } from '#server/storage/repositories/accounts.ts';
import { AdministrationRefusal } from './refusal.ts';

/** What those stand on who act for an operator. */
export type OfficeDeps = {
  readonly portal: Portal;
  /** Ends what the protocol engines keep of a person, and tells their services. */
  readonly endEngineSessions: (userId: string) => Promise<void>;
  /** Who acts: it stands in the audit. */
  readonly operator: string;
};

/** What was done, for the audit. */
export type Done = Pick<AdministrationEvent, 'action' | 'account' | 'details' | 'client' | 'result'>;

/** Writes down what is done, once it is. */
export type Tell = (done: Done) => void;

/** What all acts of an operator have in common. */
export function desk({ portal, operator }: Omit<OfficeDeps, 'endEngineSessions'>) {
  const { accounts, audit, config, transaction } = portal;

  const tell: Tell = (done) => audit({ event: 'administration', operator, ...done });

  /** The account of an ID as an operator types it; null when there is none. */
  const known = (userId: string): Promise<Account | null> =>
    config.exactIds ? accounts.find(userId) : accounts.findTyped(userId);

  return {
    tell,
    known,
    /** @throws AdministrationRefusal `noAccount` */
    async find(userId: string): Promise<Account> {
      const account = await known(userId);
      if (!account) throw new AdministrationRefusal('noAccount', userId);
      return account;
    },
    /** Does something whole or not at all; what it tells is written down when it is done. */
    async act<Value>(work: (tell: Tell) => Promise<Value>): Promise<Value> {
      const told: Done[] = [];
      const value = await transaction(() => {
        told.length = 0;
        return work((done) => told.push(done));
      });
      for (const done of told) tell(done);
      return value;
    },
  };
}
