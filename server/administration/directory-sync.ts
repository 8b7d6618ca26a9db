import { foldedId } from '#server/config/folded-id.ts';
import type { DirectoryPerson } from '#server/directory/ldap/people.ts';
import type { Account } from '#server/storage/repositories/accounts.ts';
import { type AccountChange, type AppliedChange, accountAdmin } from './accounts.ts';
import { type AdminDeps, adminActions } from './admin-actions.ts';
import type { FieldChanges } from './fields.ts';
import { hasHangul } from './hangul.ts';
import { problemText } from './value-problems.ts';

/** A person in the directory whose account is not changed, and why. */
export type SkippedPerson = { readonly userId: string; readonly problem: string };

/** The result of a synchronisation, or of its dry run. */
export type SyncOutcome = {
  /**
   * `planned`: the result of a dry run. `tooManyGone`: nothing was changed, because more people than the configuration
   * allows are no longer in the directory. `notSet`: no synchronisation is configured.
   */
  readonly outcome: 'done' | 'planned' | 'tooManyGone' | 'notSet';
  readonly changes: readonly AppliedChange[];
  readonly skippedPeople: readonly SkippedPerson[];
  /** IDs of people who are no longer in the directory. */
  readonly goneIds: readonly string[];
  /** How many accounts from the directory were active before the synchronisation. */
  readonly activeCount: number;
};

/** Options of a synchronisation. */
export type SyncOptions = {
  /** Whether nothing is changed and the planned changes are returned. */
  readonly isDryRun?: boolean;
  /** Whether any number of people may be missing in the directory. */
  readonly allowsManyGone?: boolean;
};

export type DirectorySync = (options: SyncOptions) => Promise<SyncOutcome>;

const NOT_SET: SyncOutcome = {
  outcome: 'notSet',
  changes: [],
  skippedPeople: [],
  goneIds: [],
  activeCount: 0,
};

const changeUnlessNull = (field: 'internalMail' | 'phoneNumber', value: string | null): FieldChanges =>
  value === null ? {} : { [field]: value };

/** The values of a person in the directory as changes of the account; an empty name is ignored. */
const changesOf = ({ name, internalMail, phoneNumber }: DirectoryPerson): FieldChanges => ({
  userType: 'EXTERNAL',
  ...(name && { [hasHangul(name) ? 'nameKo' : 'nameEn']: name }),
  ...changeUnlessNull('internalMail', internalMail),
  ...changeUnlessNull('phoneNumber', phoneNumber),
});

/**
 * Returns a function that synchronises the accounts with the directory in one transaction: it adds new people, updates
 * changed people, and disables the accounts of people who are no longer in the directory (rule 265).
 */
export function directorySync(deps: AdminDeps): DirectorySync {
  const { config, directoryPeople, now } = deps.portal;
  const accounts = accountAdmin(deps);
  const { report } = adminActions(deps);
  const keyOf = (userId: string): string => (config.exactIds ? userId : foldedId(userId));

  /** The account change of a person in the directory, or a text: the reason why the account must not be changed. */
  const changeOf = (
    person: DirectoryPerson,
    account: Account | undefined,
    goneAt: number | null | undefined,
  ): AccountChange | string => {
    if (account?.userType === 'LOCAL') return 'is a LOCAL account of the portal';
    const isPresentAgain = typeof goneAt === 'number' && account?.status === 'disabled';
    return {
      userId: account?.userId ?? person.userId,
      changes: { ...changesOf(person), ...(isPresentAgain && { status: 'active' }) },
      ...(person.groups && { groups: person.groups }),
    };
  };

  const plan = async (people: readonly DirectoryPerson[]) => {
    const accountsByKey = new Map((await accounts.list()).map((account) => [keyOf(account.userId), account]));
    const goneTimes = await directoryPeople.all();
    const byKey = Map.groupBy(people, ({ userId }) => keyOf(userId));
    const skippedPeople: SkippedPerson[] = [];
    const requestedChanges: AccountChange[] = [];
    for (const [key, [person, ...others]] of byKey) {
      if (!person) continue;
      const account = accountsByKey.get(key);
      const change =
        others.length > 0
          ? 'occurs more than once in the directory'
          : changeOf(person, account, account && goneTimes.get(account.userId));
      if (typeof change === 'string') skippedPeople.push({ userId: person.userId, problem: change });
      else requestedChanges.push(change);
    }
    const activeAccounts = [...goneTimes].flatMap(([userId, goneAt]) => {
      const account = accountsByKey.get(keyOf(userId));
      return goneAt === null && account?.status === 'active' ? [account] : [];
    });
    const missingIds = activeAccounts
      .filter(({ userId }) => !byKey.has(keyOf(userId)))
      .map(({ userId }) => userId);
    for (const userId of missingIds) requestedChanges.push({ userId, changes: { status: 'disabled' } });
    const planned = await accounts.plan(requestedChanges);
    const acceptedChanges: AccountChange[] = [];
    const presentIds: string[] = [];
    const changes: AppliedChange[] = [];
    for (const [index, plannedChange] of planned.entries()) {
      const change = requestedChanges[index];
      if (plannedChange.outcome === 'refused' || !change) {
        const problems = plannedChange.outcome === 'refused' ? plannedChange.problems : [];
        const text = problems
          .map((fieldProblem) => `${fieldProblem.field} ${problemText(fieldProblem)}`)
          .join('; ');
        skippedPeople.push({ userId: plannedChange.userId, problem: text });
        continue;
      }
      if (!missingIds.includes(plannedChange.userId) && goneTimes.get(plannedChange.userId) !== null)
        presentIds.push(plannedChange.userId);
      if (plannedChange.outcome === 'unchanged') continue;
      changes.push(plannedChange);
      acceptedChanges.push(change);
    }
    const acceptedIds = new Set(acceptedChanges.map(({ userId }) => userId));
    return {
      skippedPeople,
      acceptedChanges,
      changes,
      goneIds: missingIds.filter((userId) => acceptedIds.has(userId)),
      presentIds,
      activeCount: activeAccounts.length,
    };
  };

  return async ({ isDryRun = false, allowsManyGone = false }) => {
    const { ldap } = config;
    if (!ldap?.sync) return NOT_SET;
    const { peopleInDirectory } = await import('#server/directory/ldap/people.ts');
    const { acceptedChanges, presentIds, ...planned } = await plan(await peopleInDirectory(ldap, ldap.sync));
    const { changes, goneIds, skippedPeople, activeCount } = planned;
    const maxGone = Math.max(1, Math.floor((activeCount * ldap.sync.maxGonePercent) / 100));
    if (goneIds.length > maxGone && !allowsManyGone && !isDryRun) {
      report({
        action: 'directory-sync',
        result: 'tooManyGone',
        details: { gone: goneIds.length, present: activeCount },
      });
      return { outcome: 'tooManyGone', ...planned };
    }
    const count = (outcome: AppliedChange['outcome']): number =>
      changes.filter((change) => change.outcome === outcome).length;
    const details = {
      added: count('added'),
      changed: count('changed') - goneIds.length,
      gone: goneIds.length,
      leftOut: skippedPeople.length,
    };
    if (isDryRun) {
      report({ action: 'directory-sync-plan', details });
      return { outcome: 'planned', ...planned };
    }
    await accounts.apply(acceptedChanges, async () => {
      for (const userId of presentIds) await directoryPeople.record(userId, null);
      for (const userId of goneIds) await directoryPeople.record(userId, now());
    });
    report({ action: 'directory-sync', details });
    return { outcome: 'done', ...planned };
  };
}
