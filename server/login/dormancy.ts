import { runRegularly } from '#server/storage/regularly.ts';
import type { AccountStores, Runtime, Settings } from './portal.ts';

const DAY_MS = 24 * 60 * 60_000;

/** Makes accounts dormant that were not used for `dormantDays` (rule 230). */
export async function makeUnusedAccountsDormant({
  config: { dormantDays },
  suspensions,
  audit,
  now,
}: Settings & AccountStores & Runtime): Promise<void> {
  if (dormantDays === undefined) return;
  for (const account of await suspensions.suspendUnused(now() - dormantDays * DAY_MS))
    audit({ event: 'account.dormant', account });
}

/**
 * Makes unused accounts dormant immediately, and again every day.
 * @returns a function that stops the daily run
 */
export async function makeUnusedAccountsDormantDaily(
  portal: Settings & AccountStores & Runtime,
  reportFailure: (error: unknown) => void,
): Promise<() => Promise<void>> {
  await makeUnusedAccountsDormant(portal);
  return runRegularly(DAY_MS, () => makeUnusedAccountsDormant(portal), reportFailure);
}
