import type { Factor } from '#machines/shared/factor.ts';
import { countOf } from '#machines/shared/factor-limits.ts';
import type { FactorsOutput } from '#machines/shared/registration.ts';
import { FACTOR_TYPES, type FactorType, factorTypeOf } from '#wire/factor-types.ts';
import { TYPE_CODES, type TypeCode } from '#wire/token-codes.ts';
import type { ManagementContext, RegisteredFactors } from './management.types.ts';

/** The method whose screen shows a new factor of a kind. */
export const codeOfKind = (kind: FactorType, requestedCode: TypeCode | null): TypeCode =>
  requestedCode !== null && factorTypeOf(requestedCode) === kind ? requestedCode : kind;

/** Whether the person has a factor of this type. */
export function hasFactor({ authenticators }: RegisteredFactors, kind: FactorType): boolean {
  switch (kind) {
    case '7':
      return authenticators.otpCard !== null;
    case '8':
      return authenticators.yubikeyFirst !== null || authenticators.yubikeySecond !== null;
    case '9':
      return authenticators.mobileApp !== null;
    case '12':
      return authenticators.passkey !== null;
  }
}

/** Adds a newly registered factor, without its details. */
export function withFactor(registered: RegisteredFactors, kind: FactorType): RegisteredFactors {
  const { authenticators: had } = registered;
  const news = {
    [FACTOR_TYPES.otpCard]: { otpCard: '' },
    [FACTOR_TYPES.yubikey]: had.yubikeyFirst === null ? { yubikeyFirst: '' } : { yubikeySecond: '' },
    [FACTOR_TYPES.mobileApp]: { mobileApp: '' },
    [FACTOR_TYPES.passkey]: { passkey: '' },
  } as const;
  return { ...registered, authenticators: { ...had, ...news[kind] } };
}

/** Updates the registered factors from the overview; known names stay. */
function withListedFactors(registered: RegisteredFactors, factors: readonly Factor[]): RegisteredFactors {
  const { authenticators: had } = registered;
  const nameAt = (kind: FactorType, place: number, known: string | null): string | null =>
    countOf(factors, kind) > place ? (known ?? '') : null;
  return {
    ...registered,
    authenticators: {
      ...had,
      otpCard: nameAt(FACTOR_TYPES.otpCard, 0, had.otpCard),
      yubikeyFirst: nameAt(FACTOR_TYPES.yubikey, 0, had.yubikeyFirst),
      yubikeySecond: nameAt(FACTOR_TYPES.yubikey, 1, had.yubikeySecond),
      mobileApp: nameAt(FACTOR_TYPES.mobileApp, 0, had.mobileApp),
      passkey: nameAt(FACTOR_TYPES.passkey, 0, had.passkey),
    },
  };
}

/** The context for the factor type chosen in the overview: to add a factor, or to show the existing ones. */
export const chosenKind = (
  registered: RegisteredFactors | null,
  { reason, kind, factors }: Extract<FactorsOutput, { readonly kind: FactorType }>,
): Pick<ManagementContext, 'kind' | 'registered' | 'isChoosing' | 'isReplacing'> => ({
  kind,
  registered: registered && withListedFactors(registered, factors),
  isChoosing: false,
  isReplacing: reason === 'registration' && countOf(factors, kind) > 0,
});

type ShownKind = Pick<ManagementContext, 'code' | 'kind' | 'registered'>;

/** The method that can be made the default on the screen of a kind: 7, 8 or 11 (rule 62). */
export function defaultOf({ code, kind, registered }: ShownKind): TypeCode | null {
  if (kind === FACTOR_TYPES.otpCard || kind === FACTOR_TYPES.yubikey) return kind;
  // An offline app cannot log in by QR code.
  const isOnline = registered?.authenticators.mobileApp !== 'offline';
  return kind === FACTOR_TYPES.mobileApp && code === TYPE_CODES.qr && isOnline ? code : null;
}

/** Whether the screen of the kind shows the default. */
export const isDefault = (context: ShownKind & Pick<ManagementContext, 'defaultCode'>): boolean =>
  defaultOf(context) !== null && defaultOf(context) === context.defaultCode;

/** Whether the person has as many factors of a type as are useful: two Yubikeys, one of each other type. */
function isAtLimit({ authenticators }: RegisteredFactors, kind: FactorType): boolean {
  switch (kind) {
    case '7':
      return authenticators.otpCard !== null;
    case '8':
      return authenticators.yubikeyFirst !== null && authenticators.yubikeySecond !== null;
    case '9':
      return authenticators.mobileApp !== null;
    case '12':
      return authenticators.passkey !== null;
  }
}

/** The factor types that can still be registered, or all types when none is left (rule 204). */
export function registrableKinds({ kinds, registered }: ManagementContext): readonly FactorType[] {
  const open = registered ? kinds.filter((kind) => !isAtLimit(registered, kind)) : kinds;
  return open.length > 0 ? open : kinds;
}

/** The kinds to choose from: those without a factor first, then those whose factor would be replaced. */
export function offeredKinds(context: ManagementContext): readonly FactorType[] {
  const open = registrableKinds(context);
  return [...open, ...context.kinds.filter((kind) => !open.includes(kind))];
}

/** An app that is registered already prevents another one for the QR login (spec section 5). */
export const hasAppAlready = ({ code, registered }: ManagementContext): boolean =>
  code === TYPE_CODES.qr && registered !== null && registered.authenticators.mobileApp !== null;

/** Whether another factor of the type can be registered: at most two keys (rule 212). */
export const mayRegisterAnother = (context: ManagementContext): boolean =>
  !(hasAppAlready(context) || hasNoFreeSlot(context));

/** Both slots for keys are in use. */
export const hasNoFreeSlot = ({ kind, registered }: ManagementContext): boolean =>
  kind === FACTOR_TYPES.yubikey && registered !== null && isAtLimit(registered, kind);

/** Why the licence allows no further app; null when it does (rules 99 and 100). */
export function licenseProblem({ kind, registered, isSaas }: ManagementContext): 'expired' | 'max' | null {
  if (kind !== FACTOR_TYPES.mobileApp || registered === null || isSaas) return null;
  const { hasTimeLeft, hasRoom } = registered.license;
  if (!hasTimeLeft) return 'expired';
  return hasRoom || registered.authenticators.mobileApp !== null ? null : 'max';
}
