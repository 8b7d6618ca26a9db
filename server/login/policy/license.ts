import type { License } from '#server/config/license.ts';
import type { MobileApps } from '#server/storage/repositories/mobile-apps.ts';
import type { LocalTime } from './local-time.ts';

/** The checks of the licence before an app is registered, with the names of the specification (rule 99). */
export type LicenseChecks = {
  /** True when the licence has not expired. */
  readonly isCheckExpired: boolean;
  /** True when the licence allows another app. */
  readonly isCheckMax: boolean;
};

/** Checks the licence that applies to a person. Without a licence, both checks are passed. */
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
