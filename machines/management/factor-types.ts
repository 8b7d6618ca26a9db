import type { Factor } from '#machines/shared/factor.ts';
import { countFactors } from '#machines/shared/factor-limits.ts';
import type { FactorsOutput } from '#machines/shared/registration.ts';
import { FACTOR_TYPES, type FactorType, factorTypeOf } from '#wire/factor-types.ts';
import { TYPE_CODES, type TypeCode } from '#wire/type-codes.ts';
import type { ManagementContext, RegisteredFactors } from './management.types.ts';

/**
 * The method that opens after a factor was registered: the requested method when it uses a factor of this type, otherwise
 * the method whose type code is the factor type.
 */
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

/** Updates the registered factors from the overview. Details that are stored already remain. */
function withListedFactors(registered: RegisteredFactors, factors: readonly Factor[]): RegisteredFactors {
  const { authenticators } = registered;
  const detailAt = (factorType: FactorType, index: number, storedDetail: string | null): string | null =>
    countFactors(factors, factorType) > index ? (storedDetail ?? '') : null;
  return {
    ...registered,
    authenticators: {
      ...authenticators,
      otpCard: detailAt(FACTOR_TYPES.otpCard, 0, authenticators.otpCard),
      yubikeyFirst: detailAt(FACTOR_TYPES.yubikey, 0, authenticators.yubikeyFirst),
      yubikeySecond: detailAt(FACTOR_TYPES.yubikey, 1, authenticators.yubikeySecond),
      mobileApp: detailAt(FACTOR_TYPES.mobileApp, 0, authenticators.mobileApp),
      passkey: detailAt(FACTOR_TYPES.passkey, 0, authenticators.passkey),
    },
  };
}

/** The context after the person has chosen a factor type in the overview, to register or to see factors of this type. */
export const contextOfChoice = (
  registered: RegisteredFactors | null,
  { reason, factorType, factors }: Extract<FactorsOutput, { readonly factorType: FactorType }>,
): Pick<ManagementContext, 'factorType' | 'registered' | 'isChoosing' | 'isReplacing'> => ({
  factorType,
  registered: registered && withListedFactors(registered, factors),
  isChoosing: false,
  isReplacing: reason === 'registration' && countFactors(factors, factorType) > 0,
});

type ShownFactorType = Pick<ManagementContext, 'code' | 'factorType' | 'registered'>;

/**
 * The method that can become the default method on the screen of a factor type (rule 62): OTP card, Yubikey or QR code.
 * Null for any other factor type.
 */
export function possibleDefault({ code, factorType, registered }: ShownFactorType): TypeCode | null {
  if (factorType === FACTOR_TYPES.otpCard || factorType === FACTOR_TYPES.yubikey) return factorType;
  // An offline app cannot log in by QR code.
  const isOnline = registered?.authenticators.mobileApp !== 'offline';
  return factorType === FACTOR_TYPES.mobileApp && code === TYPE_CODES.qr && isOnline ? code : null;
}

/** Whether the possible default method of the factor type is the default method. */
export const isDefault = (context: ShownFactorType & Pick<ManagementContext, 'defaultCode'>): boolean =>
  possibleDefault(context) !== null && possibleDefault(context) === context.defaultCode;

/** Whether the person has the usual number of factors of a type: two Yubikeys, one of each other type. */
function hasUsualNumber({ authenticators }: RegisteredFactors, factorType: FactorType): boolean {
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

/** The factor types that can still be registered; all factor types when no such type is left (rule 204). */
export function registrableFactorTypes({
  factorTypes,
  registered,
}: ManagementContext): readonly FactorType[] {
  const registrable = registered
    ? factorTypes.filter((factorType) => !hasUsualNumber(registered, factorType))
    : factorTypes;
  return registrable.length > 0 ? registrable : factorTypes;
}

/** The factor types to choose from: first the types that can still be registered, then the types that are replaced. */
export function offeredFactorTypes(context: ManagementContext): readonly FactorType[] {
  const registrable = registrableFactorTypes(context);
  return [...registrable, ...context.factorTypes.filter((factorType) => !registrable.includes(factorType))];
}

/** Whether an app was requested for the QR login, but the person has an app already (spec section 5). */
export const hasAppAlready = ({ code, registered }: ManagementContext): boolean =>
  code === TYPE_CODES.qr && registered !== null && registered.authenticators.mobileApp !== null;

/** Whether another factor of the type can be registered; a person can have at most two Yubikeys (rule 212). */
export const mayRegisterAnother = (context: ManagementContext): boolean =>
  !(hasAppAlready(context) || hasAllYubikeys(context));

/** Whether the factor type is Yubikey, and the person has two Yubikeys already. */
export const hasAllYubikeys = ({ factorType, registered }: ManagementContext): boolean =>
  factorType === FACTOR_TYPES.yubikey && registered !== null && hasUsualNumber(registered, factorType);

/** Why the licence does not allow another app; null when it allows another app (rules 99 and 100). */
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
