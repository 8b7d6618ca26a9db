import type { Language } from '#i18n/locale.ts';
import { wireClientId } from '#server/config/problems.ts';
import { requestSummary } from '#server/http/calls/request-summary.ts';
import type { Ctx } from '#server/http/env.ts';
import type { PendingRequest } from '#server/login/pending-request.ts';
import type { Portal } from '#server/login/portal.ts';
import { shownNotice } from '#server/login/shown-notice.ts';
import type { AuthSummary, InitialData } from '#wire/initial-data.ts';
import { REQUEST_PAGE_PATH } from './request-page.ts';

/**
 * The summary of a request that begins with the ID entry; null when the page begins with another screen (spec section
 * 2, "Redirect page").
 */
async function summaryOf(c: Ctx, portal: Portal, pending: PendingRequest): Promise<AuthSummary | null> {
  const { id, isSaml, userId, redirectUrl, isAlreadyAuth, scopes, reauthReason } = await requestSummary(
    c,
    portal,
    pending,
  );
  const hasOpenIdScope = scopes.includes('openid');
  if (isAlreadyAuth || !(hasOpenIdScope || isSaml)) return null;
  return {
    clientId: id,
    hasServiceId: isSaml,
    userId,
    redirectUrl,
    isAlreadyAuth,
    hasOpenIdScope,
    reauthReason: reauthReason ?? '',
  };
}

/** Name and settings of a service in one language; null for an unknown service. */
async function clientOf(
  portal: Portal,
  clientId: string,
  language: Language,
): Promise<InitialData['client'] | null> {
  const client = portal.client(clientId);
  if (!client) return null;
  const { idOtp, passkey, qrCode, serviceName } = client;
  const displayContent = await shownNotice(portal, client, language);
  const texts = { serviceName: serviceName[language], displayContent };
  return { clientId: wireClientId(clientId), config: { idOtp, passkey, qrCode, ...texts } };
}

/** Paths of pages whose ID entry ignores the pending request of the session. */
const PATHS_WITHOUT_REQUEST = ['/', '/login', '/logout'];

type InitialDataDeps = {
  readonly portal: Portal;
  /**
   * Whether the lab injects a fault into the GET call of a path. The data of the call are then left out, so that the
   * page makes the call.
   */
  readonly isFaultInjected: (path: string) => boolean;
};

/**
 * The initial data of a page that begins with the ID entry: the service, and on the redirect page the summary of the
 * request. Null for a redirect page that begins with another screen, and when the service is unknown.
 */
export async function initialDataFor(
  c: Ctx,
  { portal, isFaultInjected }: InitialDataDeps,
  pending: PendingRequest | null,
  language: Language,
): Promise<InitialData | null> {
  const { path } = c.req;
  const withClient = async (summary: AuthSummary | null, clientId: string): Promise<InitialData | null> => {
    const client = await clientOf(portal, clientId, language);
    return client && !isFaultInjected(`/data/sso/config/${client.clientId}`) ? { summary, client } : null;
  };
  if (path === REQUEST_PAGE_PATH) {
    const summary = pending && !isFaultInjected('/summary/auth') ? await summaryOf(c, portal, pending) : null;
    return summary && withClient(summary, summary.clientId);
  }
  // When nobody is signed in, nearly every page begins with the ID entry.
  const requestedClientId = PATHS_WITHOUT_REQUEST.includes(path) ? undefined : pending?.request.clientId;
  return withClient(null, requestedClientId ?? portal.config.defaultClient ?? '');
}
