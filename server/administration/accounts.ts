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

/** The requested values of a new or existing account. */
export type AccountChange = {
  readonly userId: string;
  readonly changes: FieldChanges;
  /** The hash of the password of a new account. */
  readonly passwordHash?: string;
  /** Whether the password of a new account has to be changed at the first sign-in. */
  readonly mustChange?: boolean;
  /** The names of all groups that the person will have; absent when the groups do not change. */
  readonly groups?: readonly string[];
  /** Whether `passwordHash` is ignored for an existing account; otherwise the change is rejected. */
  readonly ignoresHashIfExisting?: boolean;
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

/** A valid change with the account that results from it. */
type CheckedChange = AppliedChange & { readonly entry: AccountEntry };

/** Finds an account with the ID that an operator typed. */
type FindAccount = (userId: string) => Promise<Account | null>;

/** The admin actions for accounts. */
export interface AccountAdmin {
  /**
   * Adds an account.
   * @param furtherWork runs in the same transaction
   * @throws AdministrationRefusal `taken`, `invalid`
   */
  add(accountChange: AccountChange, furtherWork?: (userId: string) => Promise<void>): Promise<AppliedChange>;
  /**
   * Changes an account.
   * @param changes the changes, or a function that returns changes and groups and is called in the transaction
   * @throws AdministrationRefusal `noAccount`, `invalid`, `idStays`
   */
  change(userId: string, changes: FieldChanges | (() => Promise<ChangedParts>)): Promise<AppliedChange>;
  /** The accounts in a state, or all accounts without a state, sorted by ID. */
  list(state?: PeopleState | null): Promise<readonly Account[]>;
  /** The outcomes that `apply` would have. Nothing is changed or audited. */
  plan(accountChanges: readonly AccountChange[]): Promise<readonly (AppliedChange | RejectedChange)[]>;
  /**
   * Adds missing accounts and changes existing accounts. An account may occur only once in `accountChanges`.
   * @param furtherWork runs in the same transaction
   */
  apply(
    accountChanges: readonly AccountChange[],
    furtherWork?: () => Promise<void>,
  ): Promise<readonly AppliedChange[]>;
  /** Ends the suspension of a dormant or reported account; returns false when the account is not suspended. */
  liftSuspension(userId: string): Promise<boolean>;
  /** Removes all failed attempts and locks of a person; returns how many counters were removed. */
  unlock(userId: string): Promise<number>;
  /** Removes the account and all data of the person. */
  remove(userId: string): Promise<void>;
  /** Signs a person out of all sessions and services. */
  endSessions(userId: string): Promise<void>;
}

/** For so many changes, reading all accounts at once is faster than reading them one by one. */
const MANY_CHANGES = 1000;

/** The problem of a password hash for an existing account: an import does not replace passwords. */
const EXISTING_PASSWORD_PROBLEM: FieldProblem = { field: 'userId', ...valueProblem('alreadyThere') };

/** The fields with the numbers and addresses to which codes are sent. */
const CONTACT_FIELDS: readonly string[] = ['phoneNumber', 'internalMail', 'privateMail'];

/** The audited action of a change of the status; null when the status has not changed. */
const statusActionOf = (changedFields: readonly Difference[]): 'enable' | 'disable' | null => {
  const status = changedFields.find(({ field }) => field === 'status');
  if (!status) return null;
  return status.to === 'active' ? 'enable' : 'disable';
};

export function accountAdmin(deps: AdminDeps): AccountAdmin {
  const { portal, endEngineSessions } = deps;
  const { accounts, config, createdAccounts, groups, now, storage, suspensions } = portal;
  const { runAudited, find, findOrNull } = adminActions(deps);
  const accountRows = accountRowsIn(storage);
  const endPortalSessions = endOfSessionsIn(storage, now);
  const removeRememberedBrowsers = endOfRememberedIn(storage);

  /** A function that finds the accounts of changes: for many changes, in a map of all accounts. */
  const accountFinderFor = async ({ length }: readonly AccountChange[]): Promise<FindAccount> => {
    if (length < MANY_CHANGES) return findOrNull;
    const allAccounts = await accountRows.all();
    const byId = new Map(allAccounts.map((account) => [account.userId, account]));
    const byFoldedId = new Map(allAccounts.map((account) => [foldedId(account.userId), account]));
    return async (userId) =>
      byId.get(userId) ?? (config.exactIds ? null : (byFoldedId.get(foldedId(userId)) ?? null));
  };

  /** The difference of the groups; empty when the groups do not change. */
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
    { userId, changes, passwordHash, ignoresHashIfExisting = false, groups: groupNames }: AccountChange,
    findAccount: FindAccount = findOrNull,
  ): Promise<CheckedChange | RejectedChange> => {
    const account = await findAccount(userId);
    const before = account ? fieldsOf(account) : NEW_FIELDS;
    const checked = entryOf(withChanges(before, { ...changes, userId: account?.userId ?? userId }));
    const hashProblems =
      account !== null && passwordHash !== undefined && !ignoresHashIfExisting
        ? [EXISTING_PASSWORD_PROBLEM]
        : [];
    if ('problems' in checked || hashProblems.length > 0) {
      return {
        userId,
        outcome: 'refused',
        problems: [...('problems' in checked ? checked.problems : []), ...hashProblems],
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
    if (outcome === 'changed') await accountRows.write(accountOf(entry));
    if (changedFields.some(({ field }) => CONTACT_FIELDS.includes(field)))
      await removeRememberedBrowsers(userId);
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

  /** The events of an applied change. The audit contains the names of changed fields and the status, but no values. */
  const adminEventsOf = ({ userId, outcome, differences: changedFields }: AppliedChange) => {
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
      for (const event of applied.flatMap(adminEventsOf)) report(event);
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
    list: async (state = null) =>
      state === null
        ? accountRows.all()
        : accountSearchIn(
            storage,
            now,
          )({ wordStart: '', status: state, after: '', limit: Number.MAX_SAFE_INTEGER }),
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
        // 'wake' is the name of this action in existing audits.
        report({ action: 'wake', account: userId });
        return wasSuspended;
      }),
    unlock: (typedId) =>
      runAudited(async (report) => {
        const { userId } = await find(typedId);
        const removedCounters = await accountRows.unlock(userId);
        report({ action: 'unlock', account: userId });
        return removedCounters;
      }),
    remove: (typedId) =>
      endSessionsAndRun('remove', typedId, async (userId) => {
        await createdAccounts.record(userId);
        await accountRows.remove(userId);
      }),
    endSessions: (typedId) => endSessionsAndRun('end-sessions', typedId, async () => undefined),
  };
}
