import type { MethodInput } from '#machines/shared/login.ts';
import { contactsOf, tokenInfo } from '#machines/shared/methods.ts';
import type { PasskeySupport } from '#machines/shared/passkey.ts';
import type { Pending } from '#machines/shared/session.ts';
import type { TypeCode } from '#wire/type-codes.ts';
import { boxesOf } from './boxes.ts';
import type { SecondFactorContext, SecondFactorInput } from './second-factor.types.ts';

/** Lifetime of a second-step push, in milliseconds, regardless of the server's period (spec section 9). */
export const SECOND_PUSH_LIFETIME = 45_000;

/** Input of every second-step method: the slots replace the link to other methods. */
type SecondStepInput = MethodInput & { readonly hasOtherMethods: false };

/** A push or a QR code that a reload has interrupted (rule 103). */
type PendingItem = {
  readonly id: string;
  /** Epoch milliseconds. */
  readonly validUntil: number;
};

export type PasswordProof = SecondStepInput & { readonly mode: 'login' };
export type EmergencyProof = SecondStepInput;
export type DeviceCodeProof = SecondStepInput & { readonly tokenCode: TypeCode; readonly token: string };
export type QrProof = SecondStepInput & {
  readonly approvedId: null;
  readonly pending: PendingItem | null;
  readonly app: SecondFactorInput['app'];
};
export type PushProof = SecondStepInput & {
  readonly token: string;
  readonly autoStarts: true;
  /** Milliseconds (rule 83). */
  readonly lifetime: number;
  /** Only an approved push continues the login (rule 81). */
  readonly success: 'approved';
  readonly pending: PendingItem | null;
};
export type PasskeyProof = SecondStepInput & {
  readonly support: PasskeySupport;
  readonly autoStarts: true;
  readonly assertion: null;
};
export type SentCodeProof = SecondStepInput & {
  readonly tokenCode: TypeCode;
  readonly contacts: readonly string[];
  /** The token from the first step (rule 58). */
  readonly sendToken: string;
  /** A token starts automatically each time it is opened (rule 102). */
  readonly autoStarts: true;
  /** Epoch milliseconds. */
  readonly validUntil: number | null;
};

const secondStepInput = (context: SecondFactorContext): SecondStepInput => ({
  userId: context.userId,
  login: context.login,
  boxes: boxesOf(context),
  hasOtherMethods: false,
});

/** The active token. Throws when there is none. */
function activeToken({ active }: SecondFactorContext): TypeCode {
  if (active === null) throw new Error('A proof needs an active token');
  return active;
}

const pendingOf = ({ active, pending }: SecondFactorContext, kind: Pending['kind']): Pending | null =>
  pending?.kind === kind && pending.tokenCode === active ? pending : null;

function pendingItemOf(context: SecondFactorContext, kind: 'push' | 'qr'): PendingItem | null {
  const pending = pendingOf(context, kind);
  return pending && { id: pending.id, validUntil: pending.validUntil };
}

export const passwordProof = (context: SecondFactorContext): PasswordProof => ({
  ...secondStepInput(context),
  mode: 'login',
});

export const emergencyProof = (context: SecondFactorContext): EmergencyProof => secondStepInput(context);

export const deviceCodeProof = (context: SecondFactorContext): DeviceCodeProof => {
  const tokenCode = activeToken(context);
  return { ...secondStepInput(context), tokenCode, token: tokenInfo(context.policy.userTokens, tokenCode) };
};

export const pushProof = (context: SecondFactorContext): PushProof => ({
  ...secondStepInput(context),
  token: tokenInfo(context.policy.userTokens, activeToken(context)),
  autoStarts: true,
  lifetime: SECOND_PUSH_LIFETIME,
  success: 'approved',
  pending: pendingItemOf(context, 'push'),
});

export const qrProof = (context: SecondFactorContext): QrProof => ({
  ...secondStepInput(context),
  approvedId: null,
  pending: pendingItemOf(context, 'qr'),
  app: context.app,
});

export const passkeyProof = (context: SecondFactorContext): PasskeyProof => ({
  ...secondStepInput(context),
  support: context.support,
  autoStarts: true,
  assertion: null,
});

export const sentCodeProof = (context: SecondFactorContext): SentCodeProof => {
  const tokenCode = activeToken(context);
  return {
    ...secondStepInput(context),
    tokenCode,
    contacts: contactsOf(context.policy.userTokens, tokenCode),
    sendToken: context.sendToken,
    autoStarts: true,
    validUntil: pendingOf(context, 'code')?.validUntil ?? null,
  };
};
