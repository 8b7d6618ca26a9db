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
import { isDeclined, recordDeclined } from './declined.ts';
import { deviceRequests } from './device-requests.ts';
import { endSessionsOfPersonIn } from './end-sessions.ts';
import { ClientServiceError, RequestGoneError } from './errors.ts';
import { keySetOf, type OidcKey, oidcKeyRing } from './keys.ts';
import { loadLibrary } from './library.ts';
import { answerStorageOutage, notFound } from './pages/error.ts';
import type { PageContext } from './pages/page.ts';
import { redirectPosts } from './post-requests.ts';
import { createProvider, type EngineOptions, INTERACTION_SECONDS } from './provider.ts';
import { requestLimit } from './request-limit.ts';
import { refuseRequestObjects } from './request-objects.ts';
import { authRequestOf } from './requests.ts';
import { recordLogin, resumeGate } from './resume.ts';
import { isEngineRequest, ROUTES } from './routes.ts';
import {
  dropUnregisteredReturn,
  endEngineSession,
  queueLibraryLogouts,
  sessionBridge,
  signOutBridge,
} from './sign-out.ts';
import { engineStoreIn } from './store.ts';

/** Cache-Control of the public documents. */
const KEY_DOCUMENTS_CACHING = 'public, max-age=300';

const cachingOf = (path: string): string =>
  path === ROUTES.jwks || path.startsWith('/.well-known/') ? KEY_DOCUMENTS_CACHING : 'no-store';

/** Whether Koa marks an error as caused by the client. */
const isExposed = (error: Error): boolean => 'expose' in error && error.expose === true;

/** The OpenID engine: its routes and the pending requests that the portal answers. */
type OidcEngine = RequestEngine & {
  /** Whether a request belongs to the engine; `url` is path and query as in the request line. */
  handles(method: string, url: string): boolean;
  handler(req: IncomingMessage, res: ServerResponse): Promise<void>;
};

/**
 * Starts the OpenID engine. Its issuer is `publicUrl`, whatever Host header a request carries.
 * @throws ClientServiceError when a client of the configuration breaks a rule of OpenID.
 * @throws KeyFileError when the signing keys in `dataDir` are damaged.
 */
export async function createOidcEngine(options: EngineOptions): Promise<ReloadingEngine> {
  const { now } = options;
  const ring = oidcKeyRing(options);
  await ring.all();
  await ring.reseal();
  return reloadingEngine(
    async () => engineWith(options, await ring.signerFirst(now())),
    () => ring.version(now()),
    now,
  );
}

async function engineWith(options: EngineOptions, keys: readonly OidcKey[]): Promise<OidcEngine> {
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
  provider.use(notFound);
  provider.use(redirectPosts);
  provider.use(refuseRequestObjects);
  if (pageInPlace) provider.use(answerInPlace(pageInPlace));
  provider.use(requestLimit(config, store));
  provider.use(resumeGate(provider, portal, publicUrl, now));
  provider.use(dropUnregisteredReturn(pages.clients));
  provider.use(signOutBridge(portal, pages, now));
  provider.use(sessionBridge(portal));
  provider.on('authorization.success', ({ oidc }) => {
    const { account, client } = oidc;
    if (account && client) portal.auditServiceEntry(account.accountId, client.clientId);
  });
  const application: Koa = provider;
  application.on('error', (error: Error, ctx?: Koa.Context) => {
    if (!isExposed(error) && !isAborted(ctx?.req)) log.fault(error);
  });
  provider.on('backchannel.error', (_ctx, failure) => log.fault(failure));
  const callback = provider.callback();
  const sessionCookie = provider.cookieName('session');

  const unansweredInteraction = async (id: string): Promise<Interaction | undefined> => {
    const [interaction, isAnswered] = await storage.gather(() => [
      provider.Interaction.find(id),
      store.isAnswered(id),
    ]);
    return isAnswered ? undefined : interaction;
  };
  const pendingInteraction = async (id: string): Promise<Interaction | undefined> => {
    const interaction = await unansweredInteraction(id);
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
      const interaction = await pendingInteraction(id);
      return interaction ? authRequestOf(interaction, publicUrl) : null;
    },
    recordProgress: store.recordProgress,
    async finish(id, login) {
      const interaction = await pendingInteraction(id);
      if (!interaction) throw new RequestGoneError(id);
      await recordLogin(interaction, login, now);
    },
    async decline(id) {
      const interaction = await unansweredInteraction(id);
      if (interaction) await recordDeclined(interaction, now);
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
