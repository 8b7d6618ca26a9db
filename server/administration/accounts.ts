import type { AccountEntry } from '#server/config/account.ts';
import { foldedId } from '#server/config/folded-id.ts';
import { accountRowsIn } from '#server/storage/repositories/account-rows.ts';
import { accountSearchIn } from '#server/storage/repositories/account-search.ts';
import type { Account } from '#server/storage/repositories/accounts.ts';
import { endOfSessionsIn } from '#server/storage/repositories/end-of-sessions.ts';
import { endOfRememberedIn } from '#server/storage/repositories/remembered-browsers.ts';
import type { PeopleState } from '#wire/desk/people.ts';
import { type AdminDeps, adminActions } from './admin-actions.ts';
import {
  accountOf,
  type Difference,
  differences,
  entryOf,
  type FieldChanges,
  type FieldProblem,
  fieldsOf,
  NEW_FIELDS,
  withChanges,
} from './fields.ts';
import { AdministrationRefusal } from './refusal.ts';
import { valueProblem } from './value-problems.ts';

/** A change of an account, with a password hash when it is new. */
export type AccountChange = {
  readonly userId: string;
  readonly changes: FieldChanges;
  readonly passwordHash?: string;
  /** The password of a new account has to be changed at the first sign-in. */
  readonly mustChange?: boolean;
  /** Names of the groups that the person is in afterwards; unchanged when absent. */
  readonly groups?: readonly string[];
  /** Whether a hash for an existing account is ignored instead of refused. */
  readonly keepsPassword?: boolean;
};

/** Changes of an existing account. */
type ChangedParts = Pick<AccountChange, 'changes' | 'groups'>;

/** An applied change. */
export type AppliedChange = {
  readonly userId: string;
  readonly outcome: 'added' | 'changed' | 'unchanged';
  readonly differences: readonly Difference[];
};

/** A rejected change with its problems. */
export type RejectedChange = {
  readonly userId: string;
  readonly outcome: 'refused';
  readonly problems: readonly FieldProblem[];
};

/** A valid change with the resulting account. */
type CheckedChange = AppliedChange & { readonly entry: AccountEntry };

/** Finds an account by the ID that an operator typed. */
type FindAccount = (userId: string) => Promise<Account | null>;

/** Account actions of an operator. Each is atomic and audited. */
export interface AccountAdmin {
  /**
   * @param furtherWork runs in the same transaction
   * @throws AdministrationRefusal `taken`, `invalid`
   */
  add(accountChange: AccountChange, furtherWork?: (userId: string) => Promise<void>): Promise<AppliedChange>;
  /**
   * @param changes changes, or a function that returns changes and groups and is called in the same transaction
   * @throws AdministrationRefusal `noAccount`, `invalid`, `idStays`
   */
  change(userId: string, changes: FieldChanges | (() => Promise<ChangedParts>)): Promise<AppliedChange>;
  /** The accounts, or those in a state, sorted by ID. */
  all(state?: PeopleState | null): Promise<readonly Account[]>;
  /** The outcome that `apply` would have; nothing is changed or audited. */
  plan(accountChanges: readonly AccountChange[]): Promise<readonly (AppliedChange | RejectedChange)[]>;
  /**
   * Adds missing accounts and changes existing ones; each may occur once.
   * @param furtherWork runs in the same transaction
   */
  apply(
    accountChanges: readonly AccountChange[],
    furtherWork?: () => Promise<void>,
  ): Promise<readonly AppliedChange[]>;
  /** Lifts the suspension of an account (dormant or reported); false when it is not suspended. */
  liftSuspension(userId: string): Promise<boolean>;
  /** Lifts every lock; returns how many counters were removed. */
  unlock(userId: string): Promise<number>;
  /** Removes the account and all data of the person. */
  remove(userId: string): Promise<void>;
  endSessions(userId: string): Promise<void>;
}

/** From this number of changes, all accounts are read together instead of one by one. */
const MANY_CHANGES = 1000;

/** An import does not replace an existing password. */
const EXISTING_PASSWORD: FieldProblem = { field: 'userId', ...valueProblem('alreadyThere') };

/** Addresses to which codes of the second step are sent. */
const CONTACTS: readonly string[] = ['phoneNumber', 'internalMail', 'privateMail'];

const statusActionOf = (changedFields: readonly Difference[]): 'enable' | 'disable' | null => {
  const status = changedFields.find(({ field }) => field === 'status');
  if (!status) return null;
  return status.to === 'active' ? 'enable' : 'disable';
};

/** Account actions on the storage of running servers. */
export function accountAdmin(deps: AdminDeps): AccountAdmin {
  const { portal, endEngineSessions } = deps;
  const { accounts, config, createdAccounts, groups, now, storage, suspensions } = portal;
  const { runAudited, find, findOrNull } = adminActions(deps);
  const rows = accountRowsIn(storage);
  const endPortalSessions = endOfSessionsIn(storage, now);
  const removeRememberedBrowsers = endOfRememberedIn(storage);

  /** Many accounts are found in a map of all accounts instead of one by one in the storage. */
  const accountFinderFor = async ({ length }: readonly AccountChange[]): Promise<FindAccount> => {
    if (length < MANY_CHANGES) return findOrNull;
    const allAccounts = await rows.all();
    const byId = new Map(allAccounts.map((account) => [account.userId, account]));
    const byFolded = new Map(allAccounts.map((account) => [foldedId(account.userId), account]));
    return async (userId) =>
      byId.get(userId) ?? (config.exactIds ? null : (byFolded.get(foldedId(userId)) ?? null));
  };

  /** The difference of the groups; empty when the change has no groups. */
  const groupDifference = async (
    account: Account | null,
    groupNames: readonly string[] | undefined,
  ): Promise<readonly Difference[]> => {
    if (!groupNames) return [];
    const currentGroups = account ? await groups.fromFile(account.userId) : [];
    const before = new Set(currentGroups.map(foldedId));
    const after = new Set(groupNames.map(foldedId));
    if (before.size === after.size && [...after].every((name) => before.has(name))) return [];
    return [{ field: 'groups', from: currentGroups.join('|'), to: groupNames.join('|') }];
  };

  const check = async (
    { userId, changes, passwordHash, keepsPassword = false, groups: groupNames }: AccountChange,
    findAccount: FindAccount = findOrNull,
  ): Promise<CheckedChange | RejectedChange> => {
    const account = await findAccount(userId);
    const before = account ? fieldsOf(account) : NEW_FIELDS;
    const checked = entryOf(withChanges(before, { ...changes, userId: account?.userId ?? userId }));
    const hashProblem =
      account !== null && passwordHash !== undefined && !keepsPassword ? [EXISTING_PASSWORD] : [];
    if ('problems' in checked || hashProblem.length > 0) {
      return {
        userId,
        outcome: 'refused',
        problems: [...('problems' in checked ? checked.problems : []), ...hashProblem],
      };
    }
    const { entry } = checked;
    const changedFields = [
      ...differences(before, fieldsOf(accountOf(entry))),
      ...(await groupDifference(account, groupNames)),
    ];
    const outcome = changedFields.length === 0 ? 'unchanged' : 'changed';
    return { userId: entry.userId, outcome: account ? outcome : 'added', differences: changedFields, entry };
  };

  const applyChange = async (
    accountChange: AccountChange,
    findAccount: FindAccount = findOrNull,
  ): Promise<AppliedChange> => {
    const checked = await check(accountChange, findAccount);
    if (checked.outcome === 'refused') {
      throw new AdministrationRefusal('invalid', accountChange.userId, checked.problems);
    }
    const { entry, ...applied } = checked;
    const { userId, outcome, differences: changedFields } = applied;
    if (outcome === 'added') {
      const { mustChange: initialPassword = false, passwordHash = null } = accountChange;
      const isNew = await accounts.add({ ...entry, initialPassword }, passwordHash);
      if (!isNew) throw new AdministrationRefusal('taken', userId);
      await createdAccounts.record(userId);
    }
    if (outcome === 'changed') await rows.write(accountOf(entry));
    if (changedFields.some(({ field }) => CONTACTS.includes(field))) await removeRememberedBrowsers(userId);
    if (accountChange.groups) await groups.setFromFile(userId, accountChange.groups);
    if (outcome === 'changed' && statusActionOf(changedFields) === 'disable') {
      await endPortalSessions(userId);
      await endEngineSessions(userId);
    }
    return applied;
  };

  const addAccount = async (accountChange: AccountChange): Promise<AppliedChange> => {
    if (await findOrNull(accountChange.userId))
      throw new AdministrationRefusal('taken', accountChange.userId);
    return applyChange(accountChange);
  };

  const changeAccount = async ({ userId }: Account, parts: ChangedParts): Promise<AppliedChange> => {
    if ((parts.changes.userId ?? userId) !== userId) throw new AdministrationRefusal('idStays', userId);
    return applyChange({ userId, ...parts });
  };

  /** The audit names the changed fields and the status, never values. */
  const eventsOf = ({ userId, outcome, differences: changedFields }: AppliedChange) => {
    if (outcome === 'unchanged') return [];
    if (outcome === 'added') return [{ action: 'add', account: userId }];
    const status = statusActionOf(changedFields);
    const fields = changedFields.map(({ field }) => field).filter((field) => field !== 'status');
    return [
      ...(status ? [{ action: status, account: userId }] : []),
      ...(fields.length > 0
        ? [{ action: 'change', account: userId, details: { fields: fields.join(' ') } }]
        : []),
    ];
  };

  const endSessionsAndRun = async (
    action: 'remove' | 'end-sessions',
    typedId: string,
    furtherWork: (userId: string) => Promise<void>,
  ): Promise<void> => {
    await runAudited(async (report) => {
      const { userId } = await find(typedId);
      await endPortalSessions(userId);
      await endEngineSessions(userId);
      await furtherWork(userId);
      report({ action, account: userId });
    });
  };

  const applyAll = (work: () => Promise<readonly AppliedChange[]>): Promise<readonly AppliedChange[]> =>
    runAudited(async (report) => {
      const applied = await work();
      for (const event of applied.flatMap(eventsOf)) report(event);
      return applied;
    });

  const applyOne = async (work: () => Promise<AppliedChange>): Promise<AppliedChange> => {
    const [applied] = await applyAll(async () => [await work()]);
    if (!applied) throw new TypeError('An account change has no outcome');
    return applied;
  };

  return {
    add: (accountChange, furtherWork) =>
      applyOne(async () => {
        const added = await addAccount(accountChange);
        await furtherWork?.(added.userId);
        return added;
      }),
    change: (userId, changes) =>
      applyOne(async () =>
        changeAccount(await find(userId), typeof changes === 'function' ? await changes() : { changes }),
      ),
    all: async (state = null) =>
      state === null
        ? rows.all()
        : accountSearchIn(
            storage,
            now,
          )({ find: '', status: state, after: '', limit: Number.MAX_SAFE_INTEGER }),
    plan: async (accountChanges) => {
      const outcomes: (AppliedChange | RejectedChange)[] = [];
      const findAccount = await accountFinderFor(accountChanges);
      for (const accountChange of accountChanges) outcomes.push(await check(accountChange, findAccount));
      return outcomes;
    },
    apply: (accountChanges, furtherWork) =>
      applyAll(async () => {
        const appliedChanges: AppliedChange[] = [];
        const findAccount = await accountFinderFor(accountChanges);
        for (const accountChange of accountChanges)
          appliedChanges.push(await applyChange(accountChange, findAccount));
        await furtherWork?.();
        return appliedChanges;
      }),
    liftSuspension: (typedId) =>
      runAudited(async (report) => {
        const { userId } = await find(typedId);
        const wasSuspended = await suspensions.end(userId);
        report({ action: 'wake', account: userId });
        return wasSuspended;
      }),
    unlock: (typedId) =>
      runAudited(async (report) => {
        const { userId } = await find(typedId);
        const lifted = await rows.unlock(userId);
        report({ action: 'unlock', account: userId });
        return lifted;
      }),
    remove: (typedId) =>
      endSessionsAndRun('remove', typedId, async (userId) => {
        await createdAccounts.record(userId);
        await rows.remove(userId);
      }),
    endSessions: (typedId) => endSessionsAndRun('end-sessions', typedId, async () => undefined),
  };
}
