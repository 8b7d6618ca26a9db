import { withoutPipes } from '#server/config/problems.ts';
import type { HeldLogin } from '#server/storage/repositories/held-logins.ts';
import type { Proved } from '#server/storage/sessions/proved.ts';
import type { Session } from '#server/storage/sessions/sessions.ts';
import type { AuthRequest, RequestEngine, RequestProgress } from './engine.ts';
import { areAllFresh } from './policy/freshness.ts';
import type { Portal } from './portal.ts';
import { Refusal } from './refusal.ts';

/** A pending request with its protocol engine. */
export type PendingRequest = { readonly request: AuthRequest; readonly engine: RequestEngine };

/** Finds a request by its id, whichever engine keeps it; null when it is over. */
export type FindRequest = (id: string | null) => Promise<PendingRequest | null>;

/** The engines, and what finds a request at any of them. */
export type EngineDeps = { readonly findRequest: FindRequest; readonly engines: readonly RequestEngine[] };

/** Asks each engine in turn. */
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

/** The id of a request is the end of its `resumeUrl`. */
const idAtEndOf = (resumeUrl: string): string | null => /\/([\w-]{1,64})$/.exec(resumeUrl)?.[1] ?? null;

/**
 * The request that a login ends: of its client, by the `redirect` that the page sends along (spec section 7); else the
 * newest of the client in the session, which another tab may have begun (decision 42).
 */
export async function requestToEnd(
  { requests }: Pick<Portal, 'requests'>,
  find: FindRequest,
  session: Session,
  clientId: string,
  { redirect }: Pick<HeldLogin, 'redirect'>,
): Promise<PendingRequest | null> {
  const named = await find(idAtEndOf(redirect));
  const isMeant = named?.request.resumeUrl === redirect && withoutPipes(named.request.clientId) === clientId;
  return isMeant ? named : find(await requests.of(session, clientId));
}

/**
 * Looks at whether all that was proved counts for the request that it is to end. Otherwise the request becomes the
 * current one of its client, so that the next policy check asks for what it demands.
 * @throws Refusal 401 when something was proved too early.
 */
export async function checkFresh(
  { requests, now }: Pick<Portal, 'requests' | 'now'>,
  session: Session,
  clientId: string,
  pending: PendingRequest | null,
  proved: Proved,
): Promise<void> {
  if (!pending || areAllFresh(proved, pending.request, now())) return;
  await requests.record(session, clientId, pending.request.id);
  throw new Refusal(401, 'notEarned');
}

/** Protects a request with progress from being dropped in favour of other pending ones. */
export const markProgress = async (pending: PendingRequest | null, how: RequestProgress): Promise<void> =>
  pending?.engine.markProgress(pending.request.id, how);
