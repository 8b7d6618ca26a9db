import type { LoginResult } from './domain.ts';
import type { Failure, Result } from './result.ts';
import type { Pending } from './session.ts';

/** Outcome of a method screen of the first step. */
export type MethodOutcome =
  /**
   * `other`: the person wants another method; `outdated`: the policy has to be checked again (rule 73);
   * `left`: the portal asked the flow to clean up, because another screen was requested.
   */
  | { readonly reason: 'back' | 'other' | 'passed' | 'left' }
  /** `failure`: the failure of the login, if the person has to see it. */
  | { readonly reason: 'outdated'; readonly failure?: Failure }
  | { readonly reason: 'authenticated'; readonly login: LoginResult }
  /** The proof identified the person; the policy decides what follows (rule 89). */
  | { readonly reason: 'recognised'; readonly userId: string; readonly pending: Pending };

/** The output of a flow that has ended. Rejects one that ends without saying how. */
export function requireOutcome<Outcome>({ outcome }: { readonly outcome: Outcome | null }): Outcome {
  if (outcome === null) throw new Error('The flow has ended without an outcome');
  return outcome;
}

/** A code of the catalogue, such as 001_1 (spec section 8): the server knows the login and refuses it. */
const isCatalogued = (code: string): boolean => /^\d{3}/.test(code);

/**
 * The login is outdated: another policy applies (016), or the session has lost its proof. The portal checks
 * the policy again automatically (rule 73).
 */
export const isOutdated = (answer: Result<unknown>): boolean =>
  !answer.ok &&
  answer.failure.kind === 'rejected' &&
  (answer.failure.code === '016' || (answer.failure.status === 401 && !isCatalogued(answer.failure.code)));

/** The outcome of a login call under a policy, or of a check without one (''); null while it ends nothing. */
export function outcomeOf(answer: Result<LoginResult>, policyId: string): MethodOutcome | null {
  if (answer.ok) return { reason: 'authenticated', login: answer.value };
  if (!isOutdated(answer)) return null;
  const { failure } = answer;
  if (failure.kind !== 'rejected' || !isCatalogued(failure.code)) return { reason: 'outdated' };
  // Without a policy there is none to fetch again: the refusal is shown as it is.
  return policyId === '' ? null : { reason: 'outdated', failure };
}

/** Codes that contain "null" are never sent, and no error is shown (spec section 5, rule 76). */
export const isNullText = (code: string): boolean => code.includes('null');
