import { foldedId } from '#server/config/folded-id.ts';
import type { DirectoryPerson } from '#server/directory/ldap/people.ts';
import type { Account } from '#server/storage/repositories/accounts.ts';
import { type AccountChange, type AppliedChange, accountAdmin } from './accounts.ts';
import { type AdminDeps, adminActions } from './admin-actions.ts';
import type { FieldChanges } from './fields.ts';
import { isHangul } from './hangul.ts';
import { problemText } from './value-problems.ts';

/** A person of the directory whose account is not changed, and why. */
export type SkippedPerson = { readonly userId: string; readonly problem: string };

/** The result of a synchronisation, or of its dry run. */
export type SyncOutcome = {
  /** `tooManyGone`: nothing was changed, since more people are gone than the settings allow at once. */
  readonly outcome: 'done' | 'planned' | 'tooManyGone' | 'notSet';
  readonly changes: readonly AppliedChange[];
  readonly skippedPeople: readonly SkippedPerson[];
  /** IDs of people who are no longer in the directory. */
  readonly gone: readonly string[];
  /** Number of active accounts from the directory before. */
  readonly present: number;
};

/** Options of a synchronisation. */
export type SyncOptions = {
  /** Only returns the planned changes. */
  readonly dryRun?: boolean;
  /** Ignores the limit of people who are no longer in the directory. */
  readonly allowsManyGone?: boolean;
};

export type DirectorySync = (options: SyncOptions) => Promise<SyncOutcome>;

const NOT_SET: SyncOutcome = { outcome: 'notSet', changes: [], skippedPeople: [], gone: [], present: 0 };

const changeUnlessNull = (field: 'internalMail' | 'phoneNumber', value: string | null): FieldChanges =>
  value === null ? {} : { [field]: value };

/** The account changes of a person of the directory; an empty name is ignored. */
const changesOf = ({ name, internalMail, phoneNumber }: DirectoryPerson): FieldChanges => ({
  userType: 'EXTERNAL',
  ...(name && { [isHangul(name) ? 'nameKo' : 'nameEn']: name }),
  ...changeUnlessNull('internalMail', internalMail),
  ...changeUnlessNull('phoneNumber', phoneNumber),
});

/**
 * Synchronises the accounts with the directory in one transaction: new people are added, changed ones updated, and
 * people who are gone are disabled (rule 265).
 */
export function directorySync(deps: AdminDeps): DirectorySync {
  const { config, directoryPeople, now } = deps.portal;
  const accounts = accountAdmin(deps);
  const { report } = adminActions(deps);
  const keyOf = (userId: string): string => (config.exactIds ? userId : foldedId(userId));

  /** The account change of a person of the directory; the reason, a text, when the account is not changed. */
  const changeOf = (
    person: DirectoryPerson,
    account: Account | undefined,
    goneAt: number | null | undefined,
  ): AccountChange | string => {
    if (account?.userType === 'LOCAL') return 'is a LOCAL account of the portal';
    const hasReturned = typeof goneAt === 'number' && account?.status === 'disabled';
    return {
      userId: account?.userId ?? person.userId,
      changes: { ...changesOf(person), ...(hasReturned && { status: 'active' }) },
      ...(person.groups && { groups: person.groups }),
    };
  };

  const plan = async (people: readonly DirectoryPerson[]) => {
    const accountsByKey = new Map((await accounts.all()).map((account) => [keyOf(account.userId), account]));
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
    const present = [...goneTimes].flatMap(([userId, goneAt]) => {
      const account = accountsByKey.get(keyOf(userId));
      return goneAt === null && account?.status === 'active' ? [account] : [];
    });
    const gone = present.filter(({ userId }) => !byKey.has(keyOf(userId))).map(({ userId }) => userId);
    for (const userId of gone) requestedChanges.push({ userId, changes: { status: 'disabled' } });
    const planned = await accounts.plan(requestedChanges);
    const acceptedChanges: AccountChange[] = [];
    const presentIds: string[] = [];
    const changes: AppliedChange[] = [];
    for (const [index, one] of planned.entries()) {
      const change = requestedChanges[index];
      if (one.outcome === 'refused' || !change) {
        const problems = one.outcome === 'refused' ? one.problems : [];
        const text = problems
          .map((fieldProblem) => `${fieldProblem.field} ${problemText(fieldProblem)}`)
          .join('; ');
        skippedPeople.push({ userId: one.userId, problem: text });
        continue;
      }
      if (!gone.includes(one.userId) && goneTimes.get(one.userId) !== null) presentIds.push(one.userId);
      if (one.outcome === 'unchanged') continue;
      changes.push(one);
      acceptedChanges.push(change);
    }
    const acceptedIds = new Set(acceptedChanges.map(({ userId }) => userId));
    return {
      skippedPeople,
      acceptedChanges,
      changes,
      gone: gone.filter((userId) => acceptedIds.has(userId)),
      presentIds,
      present: present.length,
    };
  };

  return async ({ dryRun = false, allowsManyGone = false }) => {
    const { ldap } = config;
    if (!ldap?.sync) return NOT_SET;
    const { peopleInDirectory } = await import('#server/directory/ldap/people.ts');
    const { acceptedChanges, presentIds, ...planned } = await plan(await peopleInDirectory(ldap, ldap.sync));
    const { changes, gone, skippedPeople, present } = planned;
    const maxGone = Math.max(1, Math.floor((present * ldap.sync.maxGonePercent) / 100));
    if (gone.length > maxGone && !allowsManyGone && !dryRun) {
      report({ action: 'directory-sync', result: 'tooManyGone', details: { gone: gone.length, present } });
      return { outcome: 'tooManyGone', ...planned };
    }
    const count = (outcome: AppliedChange['outcome']): number =>
      changes.filter((one) => one.outcome === outcome).length;
    const details = {
      added: count('added'),
      changed: count('changed') - gone.length,
      gone: gone.length,
      leftOut: skippedPeople.length,
    };
    if (dryRun) {
      report({ action: 'directory-sync-plan', details });
      return { outcome: 'planned', ...planned };
    }
    await accounts.apply(acceptedChanges, async () => {
      for (const userId of presentIds) await directoryPeople.record(userId, null);
      for (const userId of gone) await directoryPeople.record(userId, now());
    });
    report({ action: 'directory-sync', details });
    return { outcome: 'done', ...planned };
  };
}
