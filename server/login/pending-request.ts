import { wireClientId } from '#server/config/problems.ts';
import type { HeldLogin } from '#server/storage/repositories/held-logins.ts';
import type { ProvenMethods } from '#server/storage/sessions/proven-methods.ts';
import type { Session } from '#server/storage/sessions/sessions.ts';
import type { AuthRequest, RequestEngine, RequestProgress } from './engine.ts';
import { areAllFresh } from './policy/freshness.ts';
import type { Portal } from './portal.ts';
import { Refusal } from './refusal.ts';

/** A pending request with its protocol engine. */
export type PendingRequest = { readonly request: AuthRequest; readonly engine: RequestEngine };

/** Finds a request by its id at any engine; null when it is unknown, finished or expired. */
export type FindRequest = (id: string | null) => Promise<PendingRequest | null>;

/** The engines, and a lookup over all of them. */
export type EngineDeps = { readonly findRequest: FindRequest; readonly engines: readonly RequestEngine[] };

/** Looks a request up at each engine in turn. */
export const requestFinder =
  (engines: readonly RequestEngine[]): FindRequest =>
  async (id) => {
    if (id === null) return null;
    for (const engine of engines) {
      const request = await engine.find(id);
      if (request) return { request, engine };
    }
    return null;
  };

/** The id of a request: the last segment of its `resumeUrl`. */
export const requestIdIn = (resumeUrl: string): string | null =>
  /\/([\w-]{1,64})$/.exec(resumeUrl)?.[1] ?? null;

/**
 * The request of the client that a login finishes: the one in the `redirect` that the page sends (spec section 7), else
 * the newest of the client in the session, which another tab may have started (rule 42).
 */
export async function requestToFinish(
  { requests }: Pick<Portal, 'requests'>,
  find: FindRequest,
  session: Session,
  clientId: string,
  { redirect }: Pick<HeldLogin, 'redirect'>,
): Promise<PendingRequest | null> {
  const named = await find(requestIdIn(redirect));
  const isNamedRequest =
    named?.request.resumeUrl === redirect && wireClientId(named.request.clientId) === clientId;
  return isNamedRequest ? named : find(await requests.requestOf(session, clientId));
}

/**
 * Checks that all proofs are fresh enough for the pending request. Otherwise the request becomes the current one of its
 * client, so that the next policy check asks for fresh proofs.
 * @throws Refusal 401 when a proof is too old
 */
export async function checkFresh(
  { requests, now }: Pick<Portal, 'requests' | 'now'>,
  session: Session,
  clientId: string,
  pending: PendingRequest | null,
  proved: ProvenMethods,
): Promise<void> {
  if (!pending || areAllFresh(proved, pending.request, now())) return;
  await requests.record(session, clientId, pending.request.id);
  throw new Refusal(401, 'notAuthorized');
}

/** Records progress, which protects a request from being dropped in favour of newer ones. */
export const recordProgress = async (
  pending: PendingRequest | null,
  progress: RequestProgress,
): Promise<void> => pending?.engine.recordProgress(pending.request.id, progress);
