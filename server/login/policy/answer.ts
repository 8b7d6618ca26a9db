import { CUBE_LOGIN_KEYS, METHOD_KEYS, SELF_AUTH_KEYS } from '#server/config/policy.ts';
import { mayRegisterStandard } from '#server/login/registration/factor-methods.ts';
import type { Account } from '#server/storage/repositories/accounts.ts';
import type { Devices } from '#server/storage/repositories/devices.ts';
import type { FirstStepDefault } from '#server/storage/repositories/first-step-defaults.ts';
import type { MobileApp } from '#server/storage/repositories/mobile-apps.ts';
import type { Slot } from '#server/storage/repositories/yubikeys.ts';
import type { TypeCode } from '#wire/type-codes.ts';
import { maskMail, maskPhone, maskSerial } from './mask.ts';
import type { ActivePolicy } from './resolve.ts';
import { ranksWithDefault } from './second-tokens.ts';

/** A boolean in the answers of the server. */
export type Flag = 'Y' | 'N';

export const flag = (value: boolean): Flag => (value ? 'Y' : 'N');

const flagsOf = <Key extends string>(keys: readonly Key[], enabledKeys: readonly Key[]): Record<Key, Flag> =>
  Object.fromEntries(keys.map((key) => [key, flag(enabledKeys.includes(key))])) as Record<Key, Flag>;

/** The masked contacts of an account; null for a missing contact. */
export const maskedContacts = ({ phoneNumber, internalMail, privateMail }: Account) => ({
  phoneNumber: phoneNumber && maskPhone(phoneNumber),
  internalMail: internalMail && maskMail(internalMail),
  privateMail: privateMail && maskMail(privateMail),
});

/** The phone of a mobile app. Its name is masked, because anybody who types the user ID can read the name. */
const mobileAppAnswer = ({ deviceName }: MobileApp) => ({ deviceName: maskSerial(deviceName) });

/** The masked tokens of a person; null for a token that is not registered (spec section 3, docs/wire.md). */
export async function maskedTokens(devices: Devices, userId: string) {
  const [card, app, passkeys, yubikeys] = await Promise.all([
    devices.otpCards.of(userId),
    devices.mobileApps.of(userId),
    devices.passkeys.of(userId),
    devices.yubikeys.of(userId),
  ]);
  const passkeyNames = passkeys.map(({ name }) => name);
  const yubikeyIn = (slot: Slot) => {
    const key = yubikeys.find(({ owner }) => owner?.slot === slot);
    if (!key) return null;
    const { serial, publicId } = key;
    return { serialNumber: maskSerial(serial), publicId: maskSerial(publicId) };
  };
  return {
    otpCard: card && { serialNumber: maskSerial(card.serial) },
    yubikeyFirst: yubikeyIn('first'),
    yubikeySecond: yubikeyIn('second'),
    mobileApp: app && (app.isOffline ? 'offline' : mobileAppAnswer(app)),
    fido2token: passkeyNames.length > 0 ? passkeyNames.join(', ') : null,
  };
}

/** The fields of the policy in the answer of POST /auth/policy/check (spec section 3). */
export function policyAnswer(
  { policyId, rule }: ActivePolicy,
  account: Account,
  tokens: Awaited<ReturnType<typeof maskedTokens>>,
  fixedToken: FirstStepDefault | null,
  secondDefault: TypeCode | null,
) {
  return {
    userId: account.userId,
    policyId,
    secondAuth: flag(rule.secondAuth),
    check: false,
    fixedToken: fixedToken && { authType: fixedToken.tokenCode, alwaysSend: flag(fixedToken.alwaysSend) },
    authMethod: { authType: rule.authType, ...flagsOf(METHOD_KEYS, rule.methods) },
    userToken: { ...maskedContacts(account), ...tokens },
    userType: account.userType,
    cubeLogin: {
      ...flagsOf(CUBE_LOGIN_KEYS, rule.cubeLogin),
      ...(mayRegisterStandard(rule) && { standard: 'Y' as const }),
    },
    selfAuth: flagsOf(SELF_AUTH_KEYS, rule.selfAuth),
    secondTokenPriority: ranksWithDefault(rule, secondDefault),
    secondFixedToken: secondDefault && { authType: secondDefault },
    ...(rule.secondAuth && rule.rememberBrowserDays && { rememberBrowserDays: rule.rememberBrowserDays }),
    management: { setting: flag(rule.management), ...(rule.management && { factors: 'Y' as const }) },
  };
}
