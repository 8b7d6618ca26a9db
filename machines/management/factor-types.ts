import type { Factor } from '#machines/shared/factor.ts';
import { countFactors } from '#machines/shared/factor-limits.ts';
import type { FactorsOutput } from '#machines/shared/registration.ts';
import { FACTOR_TYPES, type FactorType, factorTypeOf } from '#wire/factor-types.ts';
import { TYPE_CODES, type TypeCode } from '#wire/type-codes.ts';
import type { ManagementContext, RegisteredFactors } from './management.types.ts';

/** The method whose screen shows a new factor of a type. */
export const codeOfFactorType = (factorType: FactorType, requestedCode: TypeCode | null): TypeCode =>
  requestedCode !== null && factorTypeOf(requestedCode) === factorType ? requestedCode : factorType;

/** Whether the person has a factor of this type. */
export function hasFactor({ authenticators }: RegisteredFactors, factorType: FactorType): boolean {
  switch (factorType) {
    case FACTOR_TYPES.otpCard:
      return authenticators.otpCard !== null;
    case FACTOR_TYPES.yubikey:
      return authenticators.yubikeyFirst !== null || authenticators.yubikeySecond !== null;
    case FACTOR_TYPES.mobileApp:
      return authenticators.mobileApp !== null;
    case FACTOR_TYPES.passkey:
      return authenticators.passkey !== null;
  }
}

/** Adds a newly registered factor, without its details. */
export function withFactor(registered: RegisteredFactors, factorType: FactorType): RegisteredFactors {
  const { authenticators } = registered;
  const newAuthenticators = {
    [FACTOR_TYPES.otpCard]: { otpCard: '' },
    [FACTOR_TYPES.yubikey]:
      authenticators.yubikeyFirst === null ? { yubikeyFirst: '' } : { yubikeySecond: '' },
    [FACTOR_TYPES.mobileApp]: { mobileApp: '' },
    [FACTOR_TYPES.passkey]: { passkey: '' },
  } as const;
  return { ...registered, authenticators: { ...authenticators, ...newAuthenticators[factorType] } };
}

/** Updates the registered factors from the overview; known names stay. */
function withListedFactors(registered: RegisteredFactors, factors: readonly Factor[]): RegisteredFactors {
  const { authenticators } = registered;
  const nameAt = (factorType: FactorType, index: number, knownName: string | null): string | null =>
    countFactors(factors, factorType) > index ? (knownName ?? '') : null;
  return {
    ...registered,
    authenticators: {
      ...authenticators,
      otpCard: nameAt(FACTOR_TYPES.otpCard, 0, authenticators.otpCard),
      yubikeyFirst: nameAt(FACTOR_TYPES.yubikey, 0, authenticators.yubikeyFirst),
      yubikeySecond: nameAt(FACTOR_TYPES.yubikey, 1, authenticators.yubikeySecond),
      mobileApp: nameAt(FACTOR_TYPES.mobileApp, 0, authenticators.mobileApp),
      passkey: nameAt(FACTOR_TYPES.passkey, 0, authenticators.passkey),
    },
  };
}

/** The context for the factor type chosen in the overview: to add a factor, or to show the existing ones. */
export const chosenFactorType = (
  registered: RegisteredFactors | null,
  { reason, factorType, factors }: Extract<FactorsOutput, { readonly factorType: FactorType }>,
): Pick<ManagementContext, 'factorType' | 'registered' | 'isChoosing' | 'isReplacing'> => ({
  factorType,
  registered: registered && withListedFactors(registered, factors),
  isChoosing: false,
  isReplacing: reason === 'registration' && countFactors(factors, factorType) > 0,
});

type ShownFactorType = Pick<ManagementContext, 'code' | 'factorType' | 'registered'>;

/** The method that can be made the default on the screen of a factor type: 7, 8 or 11 (rule 62). */
export function defaultOf({ code, factorType, registered }: ShownFactorType): TypeCode | null {
  if (factorType === FACTOR_TYPES.otpCard || factorType === FACTOR_TYPES.yubikey) return factorType;
  // An offline app cannot log in by QR code.
  const isOnline = registered?.authenticators.mobileApp !== 'offline';
  return factorType === FACTOR_TYPES.mobileApp && code === TYPE_CODES.qr && isOnline ? code : null;
}

/** Whether the screen of the factor type shows the default. */
export const isDefault = (context: ShownFactorType & Pick<ManagementContext, 'defaultCode'>): boolean =>
  defaultOf(context) !== null && defaultOf(context) === context.defaultCode;

/** Whether the person has the usual number of factors of a type: two Yubikeys, one of each other type. */
function isAtLimit({ authenticators }: RegisteredFactors, factorType: FactorType): boolean {
  switch (factorType) {
    case FACTOR_TYPES.otpCard:
      return authenticators.otpCard !== null;
    case FACTOR_TYPES.yubikey:
      return authenticators.yubikeyFirst !== null && authenticators.yubikeySecond !== null;
    case FACTOR_TYPES.mobileApp:
      return authenticators.mobileApp !== null;
    case FACTOR_TYPES.passkey:
      return authenticators.passkey !== null;
  }
}

/** The factor types that can still be registered, or all types when none is left (rule 204). */
export function registrableFactorTypes({
  factorTypes,
  registered,
}: ManagementContext): readonly FactorType[] {
  const registrable = registered
    ? factorTypes.filter((factorType) => !isAtLimit(registered, factorType))
    : factorTypes;
  return registrable.length > 0 ? registrable : factorTypes;
}

/** The factor types to choose from: those without a factor first, then those whose factor would be replaced. */
export function offeredFactorTypes(context: ManagementContext): readonly FactorType[] {
  const registrable = registrableFactorTypes(context);
  return [...registrable, ...context.factorTypes.filter((factorType) => !registrable.includes(factorType))];
}

/** Whether a registered app prevents the registration of another one for the QR login (spec section 5). */
export const hasAppAlready = ({ code, registered }: ManagementContext): boolean =>
  code === TYPE_CODES.qr && registered !== null && registered.authenticators.mobileApp !== null;

/** Whether another factor of the type can be registered: at most two keys (rule 212). */
export const mayRegisterAnother = (context: ManagementContext): boolean =>
  !(hasAppAlready(context) || hasNoFreeSlot(context));

/** Both slots for keys are in use. */
export const hasNoFreeSlot = ({ factorType, registered }: ManagementContext): boolean =>
  factorType === FACTOR_TYPES.yubikey && registered !== null && isAtLimit(registered, factorType);

/** Why the licence allows no further app; null when it does (rules 99 and 100). */
export function licenseProblem({
  factorType,
  registered,
  isSaas,
}: ManagementContext): 'expired' | 'max' | null {
  if (factorType !== FACTOR_TYPES.mobileApp || registered === null || isSaas) return null;
  const { hasTimeLeft, isBelowLimit } = registered.license;
  if (!hasTimeLeft) return 'expired';
  return isBelowLimit || registered.authenticators.mobileApp !== null ? null : 'max';
}
