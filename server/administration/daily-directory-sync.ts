import { localTime } from '#server/login/policy/local-time.ts';
import { log } from '#server/operations/log.ts';
import { runRegularly } from '#server/storage/regularly.ts';
import type { AdminDeps } from './admin-actions.ts';
import { directorySync } from './directory-sync.ts';

/** The name of this daily work, and of its operator in the audit. */
const WORK_NAME = 'directory-sync';
const TEN_MINUTES_MS = 10 * 60_000;

/**
 * Synchronises the accounts with the directory, unless a server has done this today. After a failure, the next call
 * tries again (rule 265).
 * @throws DirectoryProblemError, or an error of the storage
 */
export async function syncOncePerDay(deps: AdminDeps): Promise<void> {
  const { config, dailyWork, now } = deps.portal;
  if (!config.ldap?.sync) return;
  if (!(await dailyWork.begin(WORK_NAME, localTime(now(), config.timeZone).date))) return;
  try {
    const { outcome, goneIds, activeCount } = await directorySync(deps)({});
    if (outcome !== 'tooManyGone') return;
    log.warn(
      `${goneIds.length} of ${activeCount} people are no longer in the directory; nothing is synchronised until an operator runs directory-sync --allow-many-gone`,
    );
  } catch (error) {
    await dailyWork.release(WORK_NAME);
    throw error;
  }
}

/**
 * Synchronises the accounts with the directory once a day; checks every ten minutes whether this is due.
 * @returns a function that stops this
 */
export const syncDaily = (
  deps: Omit<AdminDeps, 'operator'>,
  onFailure: (error: unknown) => void,
): (() => Promise<void>) =>
  runRegularly(TEN_MINUTES_MS, () => syncOncePerDay({ ...deps, operator: WORK_NAME }), onFailure);
