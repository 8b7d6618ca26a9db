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

/** Finds a pending request by its id at all engines; null when the request is unknown, finished or expired. */
export type FindRequest = (id: string | null) => Promise<PendingRequest | null>;

/** The engines, and a function that finds a request at any of the engines. */
export type EngineDeps = { readonly findRequest: FindRequest; readonly engines: readonly RequestEngine[] };

/** Creates a function that looks a request up at one engine after the other. */
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
 * The request that a login at a client finishes: the request whose `resumeUrl` the page sends as `redirect` (spec
 * section 7). If the page sends no `redirect`, or the `redirect` of a request of another client, the login
 * finishes the newest request of the client in the session, which another tab may have started (rule 42).
 */
export async function requestToFinish(
  { requests }: Pick<Portal, 'requests'>,
  find: FindRequest,
  session: Session,
  clientId: string,
  { redirect }: Pick<HeldLogin, 'redirect'>,
): Promise<PendingRequest | null> {
  const sentRequest = await find(requestIdIn(redirect));
  const isRequestOfClient =
    sentRequest?.request.resumeUrl === redirect && wireClientId(sentRequest.request.clientId) === clientId;
  return isRequestOfClient ? sentRequest : find(await requests.requestOf(session, clientId));
}

/**
 * Checks that all proofs are fresh enough for the pending request. Otherwise the request becomes the newest request of
 * its client in the session, so that the next policy check requires fresh proofs.
 * @throws Refusal 401 when a proof is too old
 */
export async function checkFresh(
  { requests, now }: Pick<Portal, 'requests' | 'now'>,
  session: Session,
  clientId: string,
  pending: PendingRequest | null,
  proofs: ProvenMethods,
): Promise<void> {
  if (!pending || areAllFresh(proofs, pending.request, now())) return;
  await requests.record(session, clientId, pending.request.id);
  throw new Refusal(401, 'notAuthorized');
}

/** Records the progress of a request, so that it is not dropped when too many requests are pending. */
export const recordProgress = async (
  pending: PendingRequest | null,
  progress: RequestProgress,
): Promise<void> => pending?.engine.recordProgress(pending.request.id, progress);
