import type { AccountEntry } from '#server/config/account.ts';
import { foldedId } from '#server/config/folded-id.ts';
import { accountRowsIn } from '#server/storage/repositories/account-rows.ts';
import type { Account } from '#server/storage/repositories/accounts.ts';
import { endOfSessionsIn } from '#server/storage/repositories/end-of-sessions.ts';
import {
  accountOf,
  changed,
  type Difference,
  differences,
  entryOf,
  type FieldChanges,
  type FieldProblem,
  fieldsOf,
  NEW_FIELDS,
} from './fields.ts';
import { desk, type OfficeDeps } from './office.ts';
import { AdministrationRefusal } from './refusal.ts';

/** An account that is to be, with the hash of its password when it is new. */
export type Wish = {
  readonly userId: string;
  readonly changes: FieldChanges;
  readonly passwordHash?: string;
};

/** What became of a wish. */
export type Fulfilled = {
  readonly userId: string;
  readonly outcome: 'added' | 'changed' | 'unchanged';
  readonly differences: readonly Difference[];
};

/** What is wrong with a wish. */
export type Refused = {
  readonly userId: string;
  readonly outcome: 'refused';
  readonly problems: readonly FieldProblem[];
};

/** A wish that can be fulfilled, and what the account is then. */
type Judged = Fulfilled & { readonly entry: AccountEntry };

/** Finds the account that an operator means. */
type LookUp = (userId: string) => Promise<Account | null>;

/** What an operator does with accounts. Each is whole or not at all, and stands in the audit. */
export interface AccountOffice {
  /**
   * @param also is done with it, in the same transaction
   * @throws AdministrationRefusal `taken`, `invalid`
   */
  add(wish: Wish, also?: (userId: string) => Promise<void>): Promise<Fulfilled>;
  /**
   * @param changes or what says them, in the same transaction
   * @throws AdministrationRefusal `noAccount`, `invalid`, `idStays`
   */
  change(userId: string, changes: FieldChanges | (() => Promise<FieldChanges>)): Promise<Fulfilled>;
  /** All of them, by ID. */
  all(): Promise<readonly Account[]>;
  /** What `put` would do; nothing is changed or written down. */
  plan(wishes: readonly Wish[]): Promise<readonly (Fulfilled | Refused)[]>;
  /** Adds those who are not there and changes the others; each is named once. */
  put(wishes: readonly Wish[]): Promise<readonly Fulfilled[]>;
  /** Lifts every lock; tells how many counts there were. */
  unlock(userId: string): Promise<number>;
  /** Removes the account and what is known of its person. */
  remove(userId: string): Promise<void>;
  endSessions(userId: string): Promise<void>;
}

/** A password that is there is not replaced by a file. */
const HASH_OF_OLD: FieldProblem = {
  field: 'userId',
  problem: 'is there: passwordHash is for new accounts alone',
};

const statusOf = (told: readonly Difference[]): 'enable' | 'disable' | null => {
  const status = told.find(({ field }) => field === 'status');
  if (!status) return null;
  return status.to === 'active' ? 'enable' : 'disable';
};

/** An office over the accounts of a portal, beside servers that work on the same storage. */
export function accountOffice(deps: OfficeDeps): AccountOffice {
  const { portal, endEngineSessions } = deps;
  const { accounts, config, madeAccounts, now, storage } = portal;
  const { act, find, known } = desk(deps);
  const rows = accountRowsIn(storage);
  const endPortalSessions = endOfSessionsIn(storage, now);

  /** All accounts, read once: a file of thousands asks for each of them. */
  const everybody = async (): Promise<LookUp> => {
    const all = await rows.all();
    const byId = new Map(all.map((account) => [account.userId, account]));
    const byFolded = new Map(all.map((account) => [foldedId(account.userId), account]));
    return async (userId) =>
      byId.get(userId) ?? (config.exactIds ? null : (byFolded.get(foldedId(userId)) ?? null));
  };

  const judge = async (
    { userId, changes, passwordHash }: Wish,
    lookUp: LookUp = known,
  ): Promise<Judged | Refused> => {
    const account = await lookUp(userId);
    const before = account ? fieldsOf(account) : NEW_FIELDS;
    const checked = entryOf(changed(before, { ...changes, userId: account?.userId ?? userId }));
    const hashProblem = account !== null && passwordHash !== undefined ? [HASH_OF_OLD] : [];
    if ('problems' in checked || hashProblem.length > 0) {
      return {
        userId,
        outcome: 'refused',
        problems: [...('problems' in checked ? checked.problems : []), ...hashProblem],
      };
    }
    const { entry } = checked;
    const told = differences(before, fieldsOf(accountOf(entry)));
    const outcome = told.length === 0 ? 'unchanged' : 'changed';
    return { userId: entry.userId, outcome: account ? outcome : 'added', differences: told, entry };
  };

  const putIn = async (wish: Wish, lookUp: LookUp = known): Promise<Fulfilled> => {
    const judged = await judge(wish, lookUp);
    if (judged.outcome === 'refused') {
      throw new AdministrationRefusal('invalid', wish.userId, judged.problems);
    }
    const { entry, ...fulfilled } = judged;
    const { userId, outcome, differences: told } = fulfilled;
    if (outcome === 'added') {
      const isNew = await accounts.add(entry, wish.passwordHash ?? null);
      if (!isNew) throw new AdministrationRefusal('taken', userId);
      await madeAccounts.note(userId);
    }
    if (outcome === 'changed') await rows.write(accountOf(entry));
    if (outcome === 'changed' && statusOf(told) === 'disable') await endPortalSessions(userId);
    return fulfilled;
  };

  const addIn = async (wish: Wish): Promise<Fulfilled> => {
    if (await known(wish.userId)) throw new AdministrationRefusal('taken', wish.userId);
    return putIn(wish);
  };

  const changeIn = async ({ userId }: Account, changes: FieldChanges): Promise<Fulfilled> => {
    if ((changes.userId ?? userId) !== userId) throw new AdministrationRefusal('idStays', userId);
    return putIn({ userId, changes });
  };

  /** Values are in no line of the audit: names of fields are, and the status. */
  const eventsOf = ({ userId, outcome, differences: told }: Fulfilled) => {
    if (outcome === 'unchanged') return [];
    if (outcome === 'added') return [{ action: 'add', account: userId }];
    const status = statusOf(told);
    const fields = told.map(({ field }) => field).filter((field) => field !== 'status');
    return [
      ...(status ? [{ action: status, account: userId }] : []),
      ...(fields.length > 0
        ? [{ action: 'change', account: userId, details: { fields: fields.join(' ') } }]
        : []),
    ];
  };

  const endOfDisabled = async (all: readonly Fulfilled[]): Promise<void> => {
    const ended = all.filter(
      ({ outcome, differences: told }) => outcome === 'changed' && statusOf(told) === 'disable',
    );
    for (const { userId } of ended) await endEngineSessions(userId);
  };

  const endEverything = async (
    action: 'remove' | 'end-sessions',
    typed: string,
    also: (userId: string) => Promise<void>,
  ): Promise<void> => {
    const ended = await act(async (tell) => {
      const { userId } = await find(typed);
      await endPortalSessions(userId);
      await also(userId);
      tell({ action, account: userId });
      return userId;
    });
    await endEngineSessions(ended);
  };

  const fulfil = async (work: () => Promise<readonly Fulfilled[]>): Promise<readonly Fulfilled[]> => {
    const all = await act(async (tell) => {
      const fulfilled = await work();
      for (const event of fulfilled.flatMap(eventsOf)) tell(event);
      return fulfilled;
    });
    await endOfDisabled(all);
    return all;
  };

  const one = async (work: () => Promise<Fulfilled>): Promise<Fulfilled> => {
    const [fulfilled] = await fulfil(async () => [await work()]);
    if (!fulfilled) throw new TypeError('A wish has no outcome');
    return fulfilled;
  };

  return {
    add: (wish, also) =>
      one(async () => {
        const added = await addIn(wish);
        await also?.(added.userId);
        return added;
      }),
    change: (userId, changes) =>
      one(async () =>
        changeIn(await find(userId), typeof changes === 'function' ? await changes() : changes),
      ),
    all: rows.all,
    plan: async (wishes) => {
      const all: (Fulfilled | Refused)[] = [];
      const lookUp = await everybody();
      for (const wish of wishes) all.push(await judge(wish, lookUp));
      return all;
    },
    put: (wishes) =>
      fulfil(async () => {
        const all: Fulfilled[] = [];
        const lookUp = await everybody();
        for (const wish of wishes) all.push(await putIn(wish, lookUp));
        return all;
      }),
    unlock: (typed) =>
      act(async (tell) => {
        const { userId } = await find(typed);
        const lifted = await rows.unlock(userId);
        tell({ action: 'unlock', account: userId });
        return lifted;
      }),
    remove: (typed) =>
      endEverything('remove', typed, async (userId) => {
        await madeAccounts.note(userId);
        await rows.remove(userId);
      }),
    endSessions: (typed) => endEverything('end-sessions', typed, async () => undefined),
  };
}
