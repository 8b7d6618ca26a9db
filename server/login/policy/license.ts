import type { License } from '#server/config/license.ts';
import type { MobileApps } from '#server/storage/repositories/mobile-apps.ts';
import type { LocalTime } from './local-time.ts';

/** Checks of the licence before an app is registered: true means passed (rule 99). */
export type LicenseChecks = { readonly isCheckExpired: boolean; readonly isCheckMax: boolean };

/** The checks of the licence that applies to a person. */
export async function licenseChecks(
  licenses: readonly License[],
  userId: string,
  apps: MobileApps,
  { date }: LocalTime,
): Promise<LicenseChecks> {
  const license = licenses.find(({ users }) => users?.includes(userId) ?? true);
  const { until, mobileApps, users } = license ?? {};
  return {
    isCheckExpired: until === undefined || date <= until,
    isCheckMax: mobileApps === undefined || (await apps.count(users)) < mobileApps,
  };
}
