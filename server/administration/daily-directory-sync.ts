import { localTime } from '#server/login/policy/local-time.ts';
import { log } from '#server/operations/log.ts';
import { runRegularly } from '#server/storage/regularly.ts';
import type { AdminDeps } from './admin-actions.ts';
import { directorySync } from './directory-sync.ts';

const NAME = 'directory-sync';
const TEN_MINUTES_MS = 10 * 60_000;

/**
 * Synchronises the accounts with the directory unless a server has done so today; a failed synchronisation is tried
 * again at the next call (rule 265).
 * @throws DirectoryProblemError, the errors of the storage
 */
export async function syncOncePerDay(deps: AdminDeps): Promise<void> {
  const { config, dailyWork, now } = deps.portal;
  if (!config.ldap?.sync) return;
  if (!(await dailyWork.begin(NAME, localTime(now(), config.timeZone).date))) return;
  try {
    const { outcome, gone, present } = await directorySync(deps)({});
    if (outcome !== 'tooManyGone') return;
    log.warn(
      `${gone.length} of ${present} people are no longer in the directory; nothing is synchronised until an operator runs directory-sync --allow-gone`,
    );
  } catch (error) {
    await dailyWork.release(NAME);
    throw error;
  }
}

/**
 * Runs the synchronisation of the day, checking every ten minutes whether it is due. @returns a function that stops
 * it
 */
export const syncDaily = (
  deps: Omit<AdminDeps, 'operator'>,
  onFailure: (error: unknown) => void,
): (() => Promise<void>) =>
  runRegularly(TEN_MINUTES_MS, () => syncOncePerDay({ ...deps, operator: NAME }), onFailure);
