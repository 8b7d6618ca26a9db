import type { LoginResult } from './domain.ts';
import type { Failure, Result } from './result.ts';
import type { Pending } from './session.ts';

/** Outcome of a method screen of the first step. */
export type MethodOutcome =
  /**
   * `back`: the person went back; `other`: the person wants another method; `passed`: the password gate was passed;
   * `left`: the portal requested the flow to clean up, because another screen was requested.
   */
  | { readonly reason: 'back' | 'other' | 'passed' | 'left' }
  /** The policy has to be checked again (rule 73). `failure` is present if the person has to see why. */
  | { readonly reason: 'outdated'; readonly failure?: Failure }
  | { readonly reason: 'authenticated'; readonly login: LoginResult }
  /** The proof identified the person; the policy decides what follows (rule 89). */
  | { readonly reason: 'recognised'; readonly userId: string; readonly pending: Pending };

/** The output of a flow that has ended. Throws when the flow has no outcome. */
export function requireOutcome<Outcome>({ outcome }: { readonly outcome: Outcome | null }): Outcome {
  if (outcome === null) throw new Error('The flow has ended without an outcome');
  return outcome;
}

/** Whether an error code is in the catalogue of spec section 8, such as 001_1: the server has the login and refuses it. */
const isCatalogued = (code: string): boolean => /^\d{3}/.test(code);

/** Error code for a login under a policy that does not apply any more. */
const POLICY_CHANGED = '016';

/**
 * Whether the login is outdated: another policy applies now, or the server no longer has the proof of the session. The
 * portal then checks the policy again automatically (rule 73).
 */
export const isOutdated = (answer: Result<unknown>): boolean =>
  !answer.ok &&
  answer.failure.kind === 'rejected' &&
  (answer.failure.code === POLICY_CHANGED ||
    (answer.failure.status === 401 && !isCatalogued(answer.failure.code)));

/**
 * The outcome of a login call; null when the call does not end the flow.
 * @param policyId empty for a call without a policy, such as a call of an identity check
 */
export function outcomeOf(answer: Result<LoginResult>, policyId: string): MethodOutcome | null {
  if (answer.ok) return { reason: 'authenticated', login: answer.value };
  if (!isOutdated(answer)) return null;
  const { failure } = answer;
  if (failure.kind !== 'rejected' || !isCatalogued(failure.code)) return { reason: 'outdated' };
  // Without a policy, nothing can be checked again, so the flow shows the refusal.
  return policyId === '' ? null : { reason: 'outdated', failure };
}

/** Whether a code contains "null". Such a code is not sent, and no error is shown (spec section 5, rule 76). */
export const isNullText = (code: string): boolean => code.includes('null');
