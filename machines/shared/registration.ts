import type { FactorType } from '#wire/factor-types.ts';
import type { Factor } from './factor.ts';
import type { Failure, Result } from './result.ts';

/** Input of every registration flow. */
export type RegistrationInput = {
  readonly userId: string;
  /** The token of the identity check, which a registration needs (rule 201). */
  readonly token: string;
};

/** The methods of registering an app (spec section 3, cubeLogin), and a standard authenticator (rule 271). */
export type AppMethod = 'sms' | 'qrCode' | 'offline' | 'standard';

export type AppRegistrationInput = RegistrationInput & {
  readonly clientId: string;
  /** The methods that the policy offers (rule 110). */
  readonly appMethods: Readonly<Record<AppMethod, boolean>>;
  /** The masked phone number to which the link is sent; null when the person has no phone number (rule 207). */
  readonly phoneNumber: string | null;
  /** The public IP address of the device. */
  readonly ip: string;
  /** Whether the person has an app, which is removed when another app is registered. */
  readonly hasApp: boolean;
};

/** Input of the overview of factors. */
export type FactorsInput = RegistrationInput & {
  /** The factor types that the person may register. */
  readonly factorTypes: readonly FactorType[];
  /** The factor type of the default method; null when the default method has no factor, or there is no default method. */
  readonly defaultFactorType: FactorType | null;
};

/** Outcome of the overview; `proofExpired` and `tooWeak` have the same meaning as in {@link RegistrationOutcome}. */
export type FactorsOutput =
  | { readonly reason: 'back' | 'proofExpired' | 'tooWeak' }
  /** The person registers another factor of a type. */
  | { readonly reason: 'registration'; readonly factorType: FactorType; readonly factors: readonly Factor[] }
  /** The person opens the screen of a type, to change the default or to replace a factor. */
  | { readonly reason: 'details'; readonly factorType: FactorType; readonly factors: readonly Factor[] };

/** Outcome of a registration. */
export type RegistrationOutcome =
  /**
   * `proofExpired`: the server no longer accepts the token, so the password is required again (rule 214). `tooWeak`:
   * the proof is weaker than a sign-in, so the person has to sign in first (rule 202).
   */
  { readonly reason: 'registered' | 'back' | 'proofExpired' | 'tooWeak' };

/** Whether the server refused the call because the identity token has expired (401). */
export const isProofExpired = (answer: Result<unknown>): boolean =>
  !answer.ok && answer.failure.kind === 'rejected' && answer.failure.status === 401;

/** Whether the server refused the call because the proof is weaker than a sign-in (rule 202). */
export const isTooWeak = (answer: Result<unknown>): boolean =>
  !answer.ok && codeOf(answer.failure) === 'tooWeak';

/** The answer with the code that `codes` has for the HTTP status of a refusal; other answers are unchanged. */
export const withRefusalCodes = <Value>(
  answer: Result<Value>,
  codes: Readonly<Record<number, string>>,
): Result<Value> => {
  if (answer.ok || answer.failure.kind !== 'rejected') return answer;
  const code = codes[answer.failure.status];
  return code === undefined ? answer : { ok: false, failure: { ...answer.failure, code } };
};

/** The code of a refusal; empty for any other failure. */
export const codeOf = (failure: Failure): string => (failure.kind === 'rejected' ? failure.code : '');
