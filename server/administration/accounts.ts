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

/** What an operator does with accounts. Each is whole or not at all, and stands in the audit. */
export interface AccountOffice {
  /** @throws AdministrationRefusal `taken`, `invalid` */
  add(wish: Wish): Promise<Fulfilled>;
  /** @throws AdministrationRefusal `noAccount`, `invalid`, `idStays` */
  change(userId: string, changes: FieldChanges): Promise<Fulfilled>;
  /** Adds those who are not there and changes the others. */
  put(wishes: readonly Wish[]): Promise<readonly Fulfilled[]>;
  /** Lifts every lock; tells how many counts there were. */
  unlock(userId: string): Promise<number>;
  /** Removes the account and what is known of its person. */
  remove(userId: string): Promise<void>;
  endSessions(userId: string): Promise<void>;
}

const statusOf = (told: readonly Difference[]): 'enable' | 'disable' | null => {
  const status = told.find(({ field }) => field === 'status');
  if (!status) return null;
  return status.to === 'active' ? 'enable' : 'disable';
};

/** An office over the accounts of a portal, beside servers that work on the same storage. */
export function accountOffice(deps: OfficeDeps): AccountOffice {
  const { portal, endEngineSessions } = deps;
  const { accounts, madeAccounts, now, storage } = portal;
  const { act, find, known } = desk(deps);
  const rows = accountRowsIn(storage);
  const endPortalSessions = endOfSessionsIn(storage, now);
  const voidAppLinks = storage.prepare(
    'UPDATE provision_links SET used_at = ? WHERE user_id = ? AND used_at IS NULL',
  );

  const endAll = async (userId: string): Promise<void> => {
    await endPortalSessions(userId);
    await voidAppLinks.run(now(), userId);
  };

  const addIn = async ({ userId, changes, passwordHash }: Wish): Promise<Fulfilled> => {
    if (await known(userId)) throw new AdministrationRefusal('taken', userId);
    const checked = entryOf(changed(NEW_FIELDS, { ...changes, userId }));
    if ('problems' in checked) throw new AdministrationRefusal('invalid', userId, checked.problems);
    const { entry } = checked;
    await accounts.add(entry, passwordHash ?? null);
    await madeAccounts.note(entry.userId);
    return {
      userId: entry.userId,
      outcome: 'added',
      differences: differences(NEW_FIELDS, fieldsOf(accountOf(entry))),
    };
  };

  const changeIn = async (account: Account, changes: FieldChanges): Promise<Fulfilled> => {
    const { userId } = account;
    const before = fieldsOf(account);
    const after = changed(before, changes);
    if (after.userId !== userId) throw new AdministrationRefusal('idStays', userId);
    const checked = entryOf(after);
    if ('problems' in checked) throw new AdministrationRefusal('invalid', userId, checked.problems);
    const told = differences(before, fieldsOf(accountOf(checked.entry)));
    if (told.length === 0) return { userId, outcome: 'unchanged', differences: told };
    await rows.write(accountOf(checked.entry));
    if (statusOf(told) === 'disable') await endAll(userId);
    return { userId, outcome: 'changed', differences: told };
  };

  const putIn = async (wish: Wish): Promise<Fulfilled> => {
    const account = await known(wish.userId);
    return account ? changeIn(account, wish.changes) : addIn(wish);
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
      await endAll(userId);
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
    add: (wish) => one(() => addIn(wish)),
    change: (userId, changes) => one(async () => changeIn(await find(userId), changes)),
    put: (wishes) =>
      fulfil(async () => {
        const all: Fulfilled[] = [];
        for (const wish of wishes) all.push(await putIn(wish));
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
