import type { ErrorReason } from '#i18n/error-catalogue.ts';
import type { MethodKey } from '#server/config/policy.ts';
import type { Details, ErrorName } from '#server/login/texts.ts';
import type { Account } from '#server/storage/repositories/accounts.ts';
import type { CodePurpose } from '#server/storage/repositories/sent-codes.ts';
import type { Session } from '#server/storage/sessions/sessions.ts';

/** The login or the identity check that a proof is for. */
export type MethodContext = {
  readonly session: Session;
  readonly clientId: string;
  readonly purpose: CodePurpose;
};

export type Refused = {
  readonly passed: false;
  /** A code of spec section 8. */
  readonly errCode: ErrorName;
  /** What the text inserts (decision 132). */
  readonly details?: Details;
  /** What is meant more exactly than by the code. */
  readonly reason?: ErrorReason;
  /** The secret was looked at and is wrong. */
  readonly isGuess: boolean;
  /** 400 when absent. */
  readonly status?: 400 | 404;
};

export type Outcome =
  | {
      readonly passed: true;
      /** The method that counts as used. */
      readonly by: MethodKey;
      /** Epoch milliseconds at which the person approved elsewhere; absent, the proof is as old as its call. */
      readonly at?: number;
    }
  | Refused;

/** Verifies one kind of proof, counts the attempt and uses the proof up. */
export type Verify = (account: Account, secret: string, context: MethodContext) => Promise<Outcome>;

/** One way of proving who one is. */
export type Method = {
  /** Methods of authMethod that the policy has to allow, all of them. */
  readonly needs: readonly MethodKey[];
  readonly verify: Verify;
};

/** Something stands in the way, whatever the secret is. */
export const obstacle = (errCode: ErrorName, details: Details = {}): Refused => ({
  passed: false,
  errCode,
  details,
  isGuess: false,
});

/** The secret is wrong. */
export const wrong = (errCode: ErrorName, reason?: ErrorReason): Refused => ({
  passed: false,
  errCode,
  ...(reason && { reason }),
  isGuess: true,
});

/** The step of a request that looks at a proof and uses it up. */
export const PROOF = 'proof';

/** The step of a request that counts a guess whose hash takes time. */
export const GUESS = 'guess';

export const passed = (by: MethodKey): Outcome => ({ passed: true, by });

/** Passed by what the person approved on their phone at this time. */
export const approved = (by: MethodKey, at: number): Outcome => ({ passed: true, by, at });
