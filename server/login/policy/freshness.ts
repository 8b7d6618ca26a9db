import type { AuthRequest } from '#server/login/engine.ts';
import type { ProvenMethods } from '#server/storage/sessions/proven-methods.ts';
import type { Login } from '#server/storage/sessions/sessions.ts';

/** The part of a request that decides how old a proof may be. */
export type FreshnessDemand = Pick<AuthRequest, 'wantsFreshLogin' | 'maxAgeSeconds' | 'startedAt'>;

/**
 * Whether a proof is fresh enough for a request. A proof that was made after the request is always fresh (rule 224).
 * @param at when the method was verified, in epoch milliseconds
 */
export function isFreshEnough(at: number, demand: FreshnessDemand | null, now: number): boolean {
  if (demand === null || at >= demand.startedAt) return true;
  if (demand.wantsFreshLogin) return false;
  return demand.maxAgeSeconds === null || now - at <= demand.maxAgeSeconds * 1000;
}

/** Whether all proofs are fresh enough for a request. */
export const areAllFresh = (
  { provedAt }: ProvenMethods,
  demand: FreshnessDemand | null,
  now: number,
): boolean => provedAt.every((at) => isFreshEnough(at, demand, now));

/** The proofs that are fresh enough for a request. */
export function freshProofs(
  { methods, provedAt }: ProvenMethods,
  demand: FreshnessDemand | null,
  now: number,
): ProvenMethods {
  const isFresh = (_: unknown, index: number): boolean => isFreshEnough(provedAt[index] ?? 0, demand, now);
  return { methods: methods.filter(isFresh), provedAt: provedAt.filter(isFresh) };
}

/**
 * A login with only the proofs that are fresh enough for a request, and the number of steps that these proofs complete.
 */
export function freshLoginFor(login: Login, demand: FreshnessDemand, now: number): Login {
  const proofs = freshProofs(login, demand, now);
  const hasSecondStep = login.steps === 2 && isFreshEnough(login.provedAt.at(-1) ?? 0, demand, now);
  return { ...login, ...proofs, steps: hasSecondStep && proofs.methods.length > 1 ? 2 : 1 };
}
