import type { Factor } from '#machines/shared/factor.ts';
import type { FactorsOutput } from '#machines/shared/registration.ts';
import { countOf } from '#machines/shared/room.ts';
import { FACTOR_TYPES, type FactorType, factorTypeOf } from '#wire/factor-types.ts';
import { TOKEN_CODES, type TokenCode } from '#wire/token-codes.ts';
import type { ManagementContext, Standing } from './management.types.ts';

/** The method whose screen shows a new factor of a kind. */
export const codeOfKind = (kind: FactorType, asked: TokenCode | null): TokenCode =>
  asked !== null && factorTypeOf(asked) === kind ? asked : kind;

/** Whether the person has a factor of the kind. */
export function hasOne({ authenticators }: Standing, kind: FactorType): boolean {
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

/** What is known after a factor of the kind was registered; nothing of it may be shown yet. */
export function withOne(standing: Standing, kind: FactorType): Standing {
  const { authenticators: had } = standing;
  const news = {
    [FACTOR_TYPES.otpCard]: { otpCard: '' },
    [FACTOR_TYPES.yubikey]: had.yubikeyFirst === null ? { yubikeyFirst: '' } : { yubikeySecond: '' },
    [FACTOR_TYPES.mobileApp]: { mobileApp: '' },
    [FACTOR_TYPES.passkey]: { passkey: '' },
  } as const;
  return { ...standing, authenticators: { ...had, ...news[kind] } };
}

/** What is known after the factors were listed; the names of those that were known before stay. */
function withFactors(standing: Standing, factors: readonly Factor[]): Standing {
  const { authenticators: had } = standing;
  const nameAt = (kind: FactorType, place: number, known: string | null): string | null =>
    countOf(factors, kind) > place ? (known ?? '') : null;
  return {
    ...standing,
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

/** The kind that was chosen in the overview, which knows better what there is: another factor, or what is held. */
export const wishOf = (
  standing: Standing | null,
  { reason, kind, factors }: Extract<FactorsOutput, { readonly kind: FactorType }>,
): Pick<ManagementContext, 'kind' | 'standing' | 'isChoosing' | 'isReplacing'> => ({
  kind,
  standing: standing && withFactors(standing, factors),
  isChoosing: false,
  isReplacing: reason === 'registration' && countOf(factors, kind) > 0,
});

type Shown = Pick<ManagementContext, 'code' | 'kind' | 'standing'>;

/** The method that can be made the default on the screen of a kind: 7, 8 or 11 (decision 62). */
export function defaultOf({ code, kind, standing }: Shown): TokenCode | null {
  if (kind === FACTOR_TYPES.otpCard || kind === FACTOR_TYPES.yubikey) return kind;
  // An app without a connection scans no code.
  const isOnline = standing?.authenticators.mobileApp !== 'offline';
  return kind === FACTOR_TYPES.mobileApp && code === TOKEN_CODES.qr && isOnline ? code : null;
}

/** Whether the screen of the kind shows the default. */
export const isDefault = (context: Shown & Pick<ManagementContext, 'defaultCode'>): boolean =>
  defaultOf(context) !== null && defaultOf(context) === context.defaultCode;

/** Whether the person has a factor of a kind that leaves no room for another, or needs none. */
function isComplete({ authenticators }: Standing, kind: FactorType): boolean {
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

/** The kinds of which there is none yet, or room for another; all where there is none of these (decision 204). */
export function openKinds({ kinds, standing }: ManagementContext): readonly FactorType[] {
  const open = standing ? kinds.filter((kind) => !isComplete(standing, kind)) : kinds;
  return open.length > 0 ? open : kinds;
}

/** The kinds to choose among: those that are open, then those of which another takes the place of what is there. */
export function offeredKinds(context: ManagementContext): readonly FactorType[] {
  const open = openKinds(context);
  return [...open, ...context.kinds.filter((kind) => !open.includes(kind))];
}

/** An app that is there already keeps another from being registered for the QR login (spec section 5). */
export const hasAppAlready = ({ code, standing }: ManagementContext): boolean =>
  code === TOKEN_CODES.qr && standing !== null && standing.authenticators.mobileApp !== null;

/** Whether another factor of the kind can be registered: two keys leave no room for a third (decision 212). */
export const mayReplace = (context: ManagementContext): boolean =>
  !(hasAppAlready(context) || lacksSlot(context));

/** Both slots of the person's keys are taken. */
export const lacksSlot = ({ kind, standing }: ManagementContext): boolean =>
  kind === FACTOR_TYPES.yubikey && standing !== null && isComplete(standing, kind);

/** Why the licence lets no app be registered; null when it does (decisions 99 and 100). */
export function licenseProblem({ kind, standing, isSaas }: ManagementContext): 'expired' | 'max' | null {
  if (kind !== FACTOR_TYPES.mobileApp || standing === null || isSaas) return null;
  const { hasTimeLeft, hasRoom } = standing.license;
  if (!hasTimeLeft) return 'expired';
  return hasRoom || standing.authenticators.mobileApp !== null ? null : 'max';
}
