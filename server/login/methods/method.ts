import type { ErrorReason } from '#i18n/error-catalogue.ts';
import type { MethodKey } from '#server/config/policy.ts';
import type { Details, ErrorName } from '#server/login/texts.ts';
import type { Account } from '#server/storage/repositories/accounts.ts';
import type { CodePurpose } from '#server/storage/repositories/sent-codes.ts';
import type { Session } from '#server/storage/sessions/sessions.ts';

/** The login or identity check in which a method is verified. */
export type MethodContext = {
  readonly session: Session;
  readonly clientId: string;
  readonly purpose: CodePurpose;
  /** Reads and writes that follow a correct secret. A method may combine them with its own reads and writes. */
  readonly afterCorrectSecret?: () => Promise<unknown>;
};

/** Why a method was not verified. */
export type MethodRefusal = {
  readonly passed: false;
  /** An error code of spec section 8. */
  readonly errCode: ErrorName;
  /** Values for the text of the refusal (rule 132). */
  readonly details?: Details;
  /** A reason that is more specific than the code. */
  readonly reason?: ErrorReason;
  /** Whether the secret was compared and is wrong, so that the attempt counts. */
  readonly isGuess: boolean;
  /** The HTTP status of the answer; 400 when absent. */
  readonly status?: 400 | 404;
};

/** The outcome of a verification. */
export type MethodOutcome =
  | {
      readonly passed: true;
      /** The method that counts as used. */
      readonly by: MethodKey;
      /** When the person approved on another device, in epoch milliseconds. Absent: at the time of the call. */
      readonly at?: number;
    }
  | MethodRefusal;

/** Verifies a secret, counts the attempt and uses the secret up. */
export type Verify = (account: Account, secret: string, context: MethodContext) => Promise<MethodOutcome>;

/** An authentication method. */
export type Method = {
  /** The methods that a policy has to allow, so that this method can be used. */
  readonly requiredMethods: readonly MethodKey[];
  readonly verify: Verify;
};

/** A refusal that does not depend on the secret. */
export const methodRefusal = (errCode: ErrorName, details: Details = {}): MethodRefusal => ({
  passed: false,
  errCode,
  details,
  isGuess: false,
});

/** The refusal of a wrong secret. */
export const wrongSecret = (errCode: ErrorName, reason?: ErrorReason): MethodRefusal => ({
  passed: false,
  errCode,
  ...(reason && { reason }),
  isGuess: true,
});

/** The step of an idempotent request that verifies a secret and uses it up. */
export const VERIFICATION_STEP = 'proof';

/** The step of an idempotent request that counts a guess before the slow hash. */
export const GUESS_STEP = 'guess';

/** The success of a method at the time of the call. */
export const methodSuccess = (by: MethodKey): MethodOutcome => ({ passed: true, by });

/** The success of a method that was approved on the phone, at a time in epoch milliseconds. */
export const phoneApproval = (by: MethodKey, at: number): MethodOutcome => ({ passed: true, by, at });
