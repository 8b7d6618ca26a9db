import type { CUBE_LOGIN_KEYS } from '#server/config/policy.ts';
import { licenseChecks } from '#server/login/policy/license.ts';
import type { Portal } from '#server/login/portal.ts';
import { Refusal } from '#server/login/refusal.ts';
import type { FactorType } from '#server/storage/repositories/factors.ts';
import { mayRegister } from './kinds.ts';
import type { OpenRegistration } from './open.ts';

/** @throws Refusal 403 when the policy takes no factor of this kind (decision 203). */
export function checkKind(portal: Portal, { rule, subject }: OpenRegistration, type: FactorType): void {
  if (!mayRegister(type, rule, portal.client(subject.clientId))) throw new Refusal(403, 'notAllowed');
}

/** @throws Refusal 400 when the licence allows this person no app: 013 expired, 013_1 full. */
export async function checkLicense({ config, devices, local }: Portal, userId: string): Promise<void> {
  const checks = await licenseChecks(config.licenses, userId, devices.mobileApps, local());
  if (!checks.isCheckExpired) throw new Refusal(400, '013');
  if (!checks.isCheckMax && !(await devices.mobileApps.of(userId))) throw new Refusal(400, '013_1');
}

/** @throws Refusal as `checkKind` and `checkLicense` do, and 403 for a way that cubeLogin does not name. */
export async function checkApp(
  portal: Portal,
  open: OpenRegistration,
  way: (typeof CUBE_LOGIN_KEYS)[number],
): Promise<void> {
  checkKind(portal, open, '9');
  if (!open.rule.cubeLogin.includes(way)) throw new Refusal(403, 'notAllowed');
  await checkLicense(portal, open.subject.userId);
}

/** @throws Refusal 403 where the policy lets nobody manage their factors. */
export function checkManagement({ rule }: OpenRegistration): void {
  if (!rule.management) throw new Refusal(403, 'notAllowed');
}
