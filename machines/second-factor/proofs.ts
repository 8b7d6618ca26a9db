import type { MethodInput } from '#machines/shared/login.ts';
import { contactsOf, tokenInfo } from '#machines/shared/methods.ts';
import type { PasskeySupport } from '#machines/shared/passkey.ts';
import type { Pending } from '#machines/shared/session.ts';
import type { TokenCode } from '#wire/token-codes.ts';
import type { SecondFactorContext, SecondFactorInput } from './second-factor.types.ts';

/** How long a push of the second step waits, in milliseconds, whatever the server says (spec section 9). */
export const SECOND_PUSH_LIFETIME = 45_000;

/** What every flow of the second step is opened with: the slots are the way to another method. */
type Proof = MethodInput & { readonly hasOtherMethods: false };

/** A push or a QR code that a reload has interrupted (decision 103). */
type Underway = {
  readonly id: string;
  /** Epoch milliseconds. */
  readonly validUntil: number;
};

export type PasswordProof = Proof & { readonly mode: 'login' };
export type EmergencyProof = Proof;
export type DeviceCodeProof = Proof & { readonly tokenCode: TokenCode; readonly token: string };
export type QrProof = Proof & {
  readonly approvedId: null;
  readonly pending: Underway | null;
  readonly app: SecondFactorInput['app'];
};
export type PushProof = Proof & {
  readonly token: string;
  readonly startsAlone: true;
  /** Milliseconds (decision 83). */
  readonly lifetime: number;
  /** Only an approved push goes on (decision 81). */
  readonly success: 'approved';
  readonly pending: Underway | null;
};
export type PasskeyProof = Proof & {
  readonly support: PasskeySupport;
  readonly startsAlone: true;
  readonly assertion: null;
};
export type SentCodeProof = Proof & {
  readonly tokenCode: TokenCode;
  readonly contacts: readonly string[];
  /** The first step has given it (decision 58). */
  readonly sendToken: string;
  /** Every visit of a token starts by itself (decision 102). */
  readonly startsAlone: true;
  /** Epoch milliseconds. */
  readonly validUntil: number | null;
};

const proofOf = ({ userId, login, isDefault }: SecondFactorContext): Proof => ({
  userId,
  login,
  boxes: { always: isDefault, alwaysSend: false },
  hasOtherMethods: false,
});

/** The active token. Rejects a context without one: no proof is open then. */
function activeOf({ active }: SecondFactorContext): TokenCode {
  if (active === null) throw new Error('A proof opens only for a token');
  return active;
}

const pendingOf = ({ active, pending }: SecondFactorContext, kind: Pending['kind']): Pending | null =>
  pending?.kind === kind && pending.tokenCode === active ? pending : null;

function underwayOf(context: SecondFactorContext, kind: 'push' | 'qr'): Underway | null {
  const pending = pendingOf(context, kind);
  return pending && { id: pending.id, validUntil: pending.validUntil };
}

export const passwordProof = (context: SecondFactorContext): PasswordProof => ({
  ...proofOf(context),
  mode: 'login',
});

export const emergencyProof = (context: SecondFactorContext): EmergencyProof => proofOf(context);

export const deviceCodeProof = (context: SecondFactorContext): DeviceCodeProof => {
  const tokenCode = activeOf(context);
  return { ...proofOf(context), tokenCode, token: tokenInfo(context.policy.userTokens, tokenCode) };
};

export const pushProof = (context: SecondFactorContext): PushProof => ({
  ...proofOf(context),
  token: tokenInfo(context.policy.userTokens, activeOf(context)),
  startsAlone: true,
  lifetime: SECOND_PUSH_LIFETIME,
  success: 'approved',
  pending: underwayOf(context, 'push'),
});

export const qrProof = (context: SecondFactorContext): QrProof => ({
  ...proofOf(context),
  approvedId: null,
  pending: underwayOf(context, 'qr'),
  app: context.app,
});

export const passkeyProof = (context: SecondFactorContext): PasskeyProof => ({
  ...proofOf(context),
  support: context.support,
  startsAlone: true,
  assertion: null,
});

export const sentCodeProof = (context: SecondFactorContext): SentCodeProof => {
  const tokenCode = activeOf(context);
  return {
    ...proofOf(context),
    tokenCode,
    contacts: contactsOf(context.policy.userTokens, tokenCode),
    sendToken: context.sendToken,
    startsAlone: true,
    validUntil: pendingOf(context, 'code')?.validUntil ?? null,
  };
};
