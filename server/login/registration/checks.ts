import type { CUBE_LOGIN_KEYS } from '#server/config/policy.ts';
import { licenseChecks } from '#server/login/policy/license.ts';
import type { FactorStores, Portal, Settings } from '#server/login/portal.ts';
import { Refusal } from '#server/login/refusal.ts';
import type { Caller } from '#server/login/request-session.ts';
import type { FactorType } from '#wire/factor-types.ts';
import { mayRegister, mayRegisterStandard, methodsOfFactorType } from './factor-methods.ts';
import { type OpenRegistration, requireRegistration } from './open.ts';

/**
 * The open registration of a call that registers a factor of a type.
 * @throws the refusals of `requireRegistration`, and Refusal 403 when the policy does not allow factors of this type
 * (rule 203)
 */
export async function requireRegistrationOf(
  portal: Portal,
  caller: Caller,
  userId: string,
  type: FactorType,
): Promise<OpenRegistration> {
  const change = { methods: methodsOfFactorType(type), isAddition: true };
  const registration = await requireRegistration(portal, caller, userId, change);
  const { rule, subject } = registration;
  if (!mayRegister(type, rule, portal.client(subject.clientId))) throw new Refusal(403, 'notAllowed');
  return registration;
}

/**
 * Saves a factor after checking again that it may be registered, in one transaction, so that of two concurrent
 * registrations the second takes the factor of the first into account.
 * @throws the refusals of `requireRegistrationOf`
 */
export const saveFactor = <Saved>(
  portal: Portal,
  caller: Caller,
  userId: string,
  type: FactorType,
  save: () => Promise<Saved>,
): Promise<Saved> =>
  portal.transaction(async () => {
    await requireRegistrationOf(portal, caller, userId, type);
    return save();
  });

/**
 * @throws Refusal 400 when the licence does not allow the person an app: 013 when the licence has expired, 013_1
 * when all apps of the licence are registered
 */
export async function checkLicense(
  { config, devices, localTime }: Settings & FactorStores,
  userId: string,
): Promise<void> {
  const checks = await licenseChecks(config.licenses, userId, devices.mobileApps, localTime());
  if (!checks.isCheckExpired) throw new Refusal(400, '013');
  if (!checks.isCheckMax && !(await devices.mobileApps.of(userId))) throw new Refusal(400, '013_1');
}

/** @throws the refusals of `checkLicense`, and Refusal 403 when the policy does not allow standard authenticators */
export async function checkStandardApp(
  portal: Settings & FactorStores,
  { rule, subject }: OpenRegistration,
): Promise<void> {
  if (!mayRegisterStandard(rule)) throw new Refusal(403, 'notAllowed');
  await checkLicense(portal, subject.userId);
}

/**
 * @throws the refusals of `checkLicense`, and Refusal 403 for an app method that `cubeLogin` of the policy does not
 * name
 */
export async function checkApp(
  portal: Settings & FactorStores,
  registration: OpenRegistration,
  appMethod: (typeof CUBE_LOGIN_KEYS)[number],
): Promise<void> {
  if (!registration.rule.cubeLogin.includes(appMethod)) throw new Refusal(403, 'notAllowed');
  await checkLicense(portal, registration.subject.userId);
}

/** @throws Refusal 403 when the policy does not allow the management of factors */
export function checkManagement({ rule }: OpenRegistration): void {
  if (!rule.management) throw new Refusal(403, 'notAllowed');
}
