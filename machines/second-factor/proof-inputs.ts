import type { MethodInput } from '#machines/shared/login.ts';
import { contactsOf, tokenInfo } from '#machines/shared/methods.ts';
import type { PasskeySupport } from '#machines/shared/passkey.ts';
import type { Pending } from '#machines/shared/session.ts';
import type { TypeCode } from '#wire/type-codes.ts';
import { boxesOf } from './boxes.ts';
import type { SecondFactorContext, SecondFactorInput } from './second-factor.types.ts';

/** Lifetime of a second-step push, in milliseconds, regardless of the server's period (spec section 9). */
export const SECOND_PUSH_LIFETIME = 45_000;

/** Input of every method of the second step. The slots of the screen replace the link to other methods. */
type SecondStepInput = MethodInput & { readonly hasOtherMethods: false };

/** A push or a QR code that a reload has interrupted (rule 103). */
type PendingItem = {
  readonly id: string;
  /** Epoch milliseconds. */
  readonly validUntil: number;
};

export type PasswordProofInput = SecondStepInput & { readonly mode: 'login' };
export type EmergencyProofInput = SecondStepInput;
export type DeviceCodeProofInput = SecondStepInput & { readonly tokenCode: TypeCode; readonly token: string };
export type QrProofInput = SecondStepInput & {
  readonly approvedId: null;
  readonly pending: PendingItem | null;
  readonly app: SecondFactorInput['app'];
};
export type PushProofInput = SecondStepInput & {
  readonly token: string;
  readonly autoStarts: true;
  /** Milliseconds (rule 83). */
  readonly lifetime: number;
  /** Only an approved push continues the login (rule 81). */
  readonly success: 'approved';
  readonly pending: PendingItem | null;
};
export type PasskeyProofInput = SecondStepInput & {
  readonly support: PasskeySupport;
  readonly autoStarts: true;
  readonly assertion: null;
};
export type SentCodeProofInput = SecondStepInput & {
  readonly tokenCode: TypeCode;
  readonly contacts: readonly string[];
  /** The token from the first step (rule 58). */
  readonly sendToken: string;
  /** A token starts automatically each time its flow opens (rule 102). */
  readonly autoStarts: true;
  /** Epoch milliseconds until which an earlier code is valid; null when there is no such code. */
  readonly validUntil: number | null;
};

const secondStepInput = (context: SecondFactorContext): SecondStepInput => ({
  userId: context.userId,
  login: context.login,
  boxes: boxesOf(context),
  hasOtherMethods: false,
});

/** The active token. Throws when no token is active. */
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

export const passwordProofInput = (context: SecondFactorContext): PasswordProofInput => ({
  ...secondStepInput(context),
  mode: 'login',
});

export const emergencyProofInput = (context: SecondFactorContext): EmergencyProofInput =>
  secondStepInput(context);

export const deviceCodeProofInput = (context: SecondFactorContext): DeviceCodeProofInput => {
  const tokenCode = activeToken(context);
  return { ...secondStepInput(context), tokenCode, token: tokenInfo(context.policy.userTokens, tokenCode) };
};

export const pushProofInput = (context: SecondFactorContext): PushProofInput => ({
  ...secondStepInput(context),
  token: tokenInfo(context.policy.userTokens, activeToken(context)),
  autoStarts: true,
  lifetime: SECOND_PUSH_LIFETIME,
  success: 'approved',
  pending: pendingItemOf(context, 'push'),
});

export const qrProofInput = (context: SecondFactorContext): QrProofInput => ({
  ...secondStepInput(context),
  approvedId: null,
  pending: pendingItemOf(context, 'qr'),
  app: context.app,
});

export const passkeyProofInput = (context: SecondFactorContext): PasskeyProofInput => ({
  ...secondStepInput(context),
  support: context.support,
  autoStarts: true,
  assertion: null,
});

export const sentCodeProofInput = (context: SecondFactorContext): SentCodeProofInput => {
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
