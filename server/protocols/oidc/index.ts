import type { IncomingMessage, ServerResponse } from 'node:http';
import { parse } from 'hono/utils/cookie';
import type Koa from 'koa';
import type { Interaction } from 'oidc-provider';
import { hasFapiService } from '#server/config/client-authentication.ts';
import { commonHeaders } from '#server/http/page/security-headers.ts';
import type { RequestEngine } from '#server/login/engine.ts';
import { isAborted } from '#server/operations/host.ts';
import { log } from '#server/operations/log.ts';
import { type ReloadingEngine, reloadingEngine } from '#server/protocols/reloading-engine.ts';
import { securityEventsIn } from '#server/storage/repositories/security-events.ts';
import { answerInPlace } from './answer-in-place.ts';
import { isDeclined, storeDeclineResult } from './declined.ts';
import { deviceRequests } from './device-requests.ts';
import { endSessionsOfPersonIn } from './end-sessions.ts';
import { ClientServiceError, RequestGoneError } from './errors.ts';
import { keySetOf, type OidcKey, oidcKeyRing } from './keys.ts';
import { loadLibrary } from './library.ts';
import { answerStorageOutage, answerUnknownPath } from './pages/error.ts';
import type { PageContext } from './pages/page.ts';
import { redirectPosts } from './post-requests.ts';
import { createProvider, type EngineOptions, INTERACTION_SECONDS } from './provider.ts';
import { requestLimit } from './request-limit.ts';
import { prepareRequestObjectRefusal } from './request-objects.ts';
import { authRequestOf } from './requests.ts';
import { answerResumedRequests, storeLoginResult } from './resume.ts';
import { isEngineRequest, ROUTES } from './routes.ts';
import {
  endEngineSession,
  ignoreUnregisteredReturn,
  linkEngineSession,
  queueLibraryLogouts,
  signOutOfPortal,
} from './sign-out.ts';
import { engineStoreIn } from './store.ts';

/** The Cache-Control header of the key set and the discovery documents. */
const KEY_DOCUMENTS_CACHING = 'public, max-age=300';

const cachingOf = (path: string): string =>
  path === ROUTES.jwks || path.startsWith('/.well-known/') ? KEY_DOCUMENTS_CACHING : 'no-store';

/** Whether the client has caused an error: Koa then lets the answer contain the message. */
const isClientError = (error: Error): boolean => 'expose' in error && error.expose === true;

/** The OpenID engine, with the handler of its HTTP requests. */
type OidcEngine = RequestEngine & {
  /** Whether the engine handles an HTTP request; `url` is the path with the query, as in the request line. */
  handles(method: string, url: string): boolean;
  /** Answers an HTTP request that `handles` accepts. */
  handler(req: IncomingMessage, res: ServerResponse): Promise<void>;
};

/**
 * Starts the OpenID engine. The issuer is always `publicUrl`, whatever the Host header of a request is.
 * @throws ClientServiceError when a configured client does not meet the requirements of OpenID Connect
 * @throws KeyFileError when the signing keys in `dataDir` are damaged
 */
export async function createOidcEngine(options: EngineOptions): Promise<ReloadingEngine> {
  const { now } = options;
  const ring = oidcKeyRing(options);
  await ring.all();
  await ring.reseal();
  return reloadingEngine(
    async () => createEngineWithKeys(options, await ring.signerFirst(now())),
    () => ring.version(now()),
    now,
  );
}

/** Creates the engine with signing keys, the current signing key first. */
async function createEngineWithKeys(options: EngineOptions, keys: readonly OidcKey[]): Promise<OidcEngine> {
  const { config, portal, storage, now, pageInPlace } = options;
  const { publicUrl } = config;
  const { host, protocol } = new URL(publicUrl);
  const pages: PageContext = {
    branding: config.branding,
    clients: new Map(config.clients.map((client) => [client.clientId, client])),
  };
  const library = await loadLibrary();
  const store = engineStoreIn(
    storage,
    now,
    (model) => new library.errors.InvalidGrant(`the ${model} was used before`),
  );
  const provider = createProvider(library, options, keySetOf(keys, hasFapiService(config)), store, pages);
  queueLibraryLogouts(provider, securityEventsIn(storage, now));
  for (const [index, { clientId }] of config.clients.entries()) {
    await provider.Client.find(clientId).catch((cause: unknown) => {
      throw new ClientServiceError(index, clientId, cause);
    });
  }

  provider.use(async (ctx, next) => {
    ctx.set({ ...commonHeaders(config) });
    await next();
    if (!ctx.response.get('Cache-Control')) ctx.set('Cache-Control', cachingOf(ctx.path));
  });
  provider.use(answerStorageOutage(pages));
  provider.use(answerUnknownPath);
  provider.use(redirectPosts);
  provider.use(prepareRequestObjectRefusal);
  if (pageInPlace) provider.use(answerInPlace(pageInPlace));
  provider.use(requestLimit(config, store));
  provider.use(answerResumedRequests(provider, portal, publicUrl, now));
  provider.use(ignoreUnregisteredReturn(pages.clients));
  provider.use(signOutOfPortal(portal, pages, now));
  provider.use(linkEngineSession(portal));
  provider.on('authorization.success', ({ oidc }) => {
    const { account, client } = oidc;
    if (account && client) portal.auditServiceEntry(account.accountId, client.clientId);
  });
  const application: Koa = provider;
  application.on('error', (error: Error, ctx?: Koa.Context) => {
    if (!isClientError(error) && !isAborted(ctx?.req)) log.fault(error);
  });
  provider.on('backchannel.error', (_ctx, failure) => log.fault(failure));
  const callback = provider.callback();
  const sessionCookie = provider.cookieName('session');

  /** The interaction of a request that is not answered yet. A request that the person has declined is not answered. */
  const findUnansweredInteraction = async (id: string): Promise<Interaction | undefined> => {
    const [interaction, isAnswered] = await storage.gather(() => [
      provider.Interaction.find(id),
      store.isAnswered(id),
    ]);
    return isAnswered ? undefined : interaction;
  };
  const findPendingInteraction = async (id: string): Promise<Interaction | undefined> => {
    const interaction = await findUnansweredInteraction(id);
    return interaction && !isDeclined(interaction) ? interaction : undefined;
  };

  return {
    devices: deviceRequests(provider, {
      config,
      storage,
      engineStore: store,
      now,
      requestSeconds: INTERACTION_SECONDS,
    }),
    handles: isEngineRequest,
    async handler(req, res) {
      req.headers['x-forwarded-host'] = host;
      req.headers['x-forwarded-proto'] = protocol.slice(0, -1);
      await callback(req, res);
    },
    async find(id) {
      const interaction = await findPendingInteraction(id);
      return interaction ? authRequestOf(interaction, publicUrl) : null;
    },
    recordProgress: store.recordProgress,
    async finish(id, login) {
      const interaction = await findPendingInteraction(id);
      if (!interaction) throw new RequestGoneError(id);
      await storeLoginResult(interaction, login, now);
    },
    async decline(id) {
      const interaction = await findUnansweredInteraction(id);
      if (interaction) await storeDeclineResult(interaction, now);
      return interaction !== undefined;
    },
    notifyLogout: async () => null,
    async endSession(cookieHeader) {
      const sessionId = parse(cookieHeader, sessionCookie)[sessionCookie];
      if (sessionId === undefined) return [];
      await storage.transaction(() => endEngineSession(provider, sessionId));
      const attributes = protocol === 'https:' ? '; Secure' : '';
      return [`${sessionCookie}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax${attributes}`];
    },
    endSessionsOf: endSessionsOfPersonIn({ config, storage, now, store }),
    async endSessionNamed(name) {
      await storage.transaction(async () => {
        const sessionId = await store.sessionNamed(name);
        if (sessionId !== null) await endEngineSession(provider, sessionId);
      });
    },
  };
}
