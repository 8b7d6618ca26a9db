import type { CUBE_LOGIN_KEYS } from '#server/config/policy.ts';
import { licenseChecks } from '#server/login/policy/license.ts';
import type { FactorStores, Portal, Settings } from '#server/login/portal.ts';
import { Refusal } from '#server/login/refusal.ts';
import type { Caller } from '#server/login/request-session.ts';
import type { FactorType } from '#wire/factor-types.ts';
import { mayRegister, mayRegisterStandard, methodsOf } from './factor-methods.ts';
import { type OpenRegistration, openRegistration } from './open.ts';

/**
 * The open registration of a call, for a factor of this type.
 * @throws Refusal as `openRegistration` does, and 403 when the policy allows no factor of this type (rule 203)
 */
export async function openRegistrationOf(
  portal: Portal,
  caller: Caller,
  userId: string,
  type: FactorType,
): Promise<OpenRegistration> {
  const change = { methods: methodsOf(type), isAddition: true };
  const open = await openRegistration(portal, caller, userId, change);
  const { rule, subject } = open;
  if (!mayRegister(type, rule, portal.client(subject.clientId))) throw new Refusal(403, 'notAllowed');
  return open;
}

/**
 * Saves a factor after checking again whether it may be registered, in one transaction: of two concurrent
 * registrations the second sees the first.
 * @throws Refusal as `openRegistrationOf` does
 */
export const saveFactor = <Saved>(
  portal: Portal,
  caller: Caller,
  userId: string,
  type: FactorType,
  save: () => Promise<Saved>,
): Promise<Saved> =>
  portal.transaction(async () => {
    await openRegistrationOf(portal, caller, userId, type);
    return save();
  });

/** @throws Refusal 400 when the licence allows this person no app: 013 expired, 013_1 full. */
export async function checkLicense(
  { config, devices, localTime }: Settings & FactorStores,
  userId: string,
): Promise<void> {
  const checks = await licenseChecks(config.licenses, userId, devices.mobileApps, localTime());
  if (!checks.isCheckExpired) throw new Refusal(400, '013');
  if (!checks.isCheckMax && !(await devices.mobileApps.of(userId))) throw new Refusal(400, '013_1');
}

/** @throws Refusal as `checkLicense` does, and 403 where the policy allows no standard authenticator. */
export async function checkStandardApp(
  portal: Settings & FactorStores,
  { rule, subject }: OpenRegistration,
): Promise<void> {
  if (!mayRegisterStandard(rule)) throw new Refusal(403, 'notAllowed');
  await checkLicense(portal, subject.userId);
}

/** @throws Refusal as `checkLicense` does, and 403 for a registration method that cubeLogin does not name. */
export async function checkApp(
  portal: Settings & FactorStores,
  open: OpenRegistration,
  appMethod: (typeof CUBE_LOGIN_KEYS)[number],
): Promise<void> {
  if (!open.rule.cubeLogin.includes(appMethod)) throw new Refusal(403, 'notAllowed');
  await checkLicense(portal, open.subject.userId);
}

/** @throws Refusal 403 where the policy does not allow managing factors. */
export function checkManagement({ rule }: OpenRegistration): void {
  if (!rule.management) throw new Refusal(403, 'notAllowed');
}
