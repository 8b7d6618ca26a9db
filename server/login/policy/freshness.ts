import type { AuthRequest } from '#server/login/engine.ts';
import type { Proved } from '#server/storage/sessions/proved.ts';
import type { Login } from '#server/storage/sessions/sessions.ts';

/** What a request says of the age of the proofs that may answer it. */
export type Demand = Pick<AuthRequest, 'wantsFreshLogin' | 'maxAgeSeconds' | 'startedAt'>;

/** Whether a proof of this time counts for a request: one that was made since the request came always does (decision 224). */
export function counts(at: number, demand: Demand | null, now: number): boolean {
  if (demand === null || at >= demand.startedAt) return true;
  if (demand.wantsFreshLogin) return false;
  return demand.maxAgeSeconds === null || now - at <= demand.maxAgeSeconds * 1000;
}

/** Whether all that was proved counts for a request. */
export const allCount = ({ provedAt }: Proved, demand: Demand | null, now: number): boolean =>
  provedAt.every((at) => counts(at, demand, now));

/** Those of the proofs that count for a request. */
export function counting({ methods, provedAt }: Proved, demand: Demand | null, now: number): Proved {
  const isCounted = (_: unknown, index: number): boolean => counts(provedAt[index] ?? 0, demand, now);
  return { methods: methods.filter(isCounted), provedAt: provedAt.filter(isCounted) };
}

/** A login as a request may be answered by it: the proofs that count, and the steps that they are. */
export function loginFor(login: Login, demand: Demand, now: number): Login {
  const proved = counting(login, demand, now);
  const hasSecondStep = login.steps === 2 && counts(login.provedAt.at(-1) ?? 0, demand, now);
  return { ...login, ...proved, steps: hasSecondStep && proved.methods.length > 1 ? 2 : 1 };
}
