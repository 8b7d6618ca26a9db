import { X509Certificate } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { ServerConfig } from '#server/config/schema.ts';
import { bodyLimitOf } from '#server/http/guard/body-limit.ts';
import type { PageInPlace } from '#server/http/page/in-place.ts';
import { requestPageAddress } from '#server/http/page/request-page.ts';
import { commonHeaders } from '#server/http/page/security-headers.ts';
import type { PortalLogins, RequestEngine, SignOut } from '#server/login/engine.ts';
import { isAborted } from '#server/operations/host.ts';
import { log } from '#server/operations/log.ts';
import { type ReloadingEngine, reloadingEngine } from '#server/protocols/reloading-engine.ts';
import type { Storage } from '#server/storage/storage.ts';
import { StorageUnavailableError } from '#server/storage/unavailable.ts';
import { NO_REAUTH_PARAM, NO_REAUTH_VALUE } from '#wire/names.ts';
import { browserCookie } from './browser-cookie.ts';
import { type Engine, providerWithId, urlOf } from './engine.ts';
import { type SamlKey, samlKeyRing } from './keys.ts';
import { beginLogin, continueRequest, type LoginStep, resume } from './login.ts';
import { beginLogout, type LogoutOutcome, logoutResponseFor, signOutForService } from './logout.ts';
import { beginLogoutRound, handleLogoutResponse, nextLogoutStep } from './logout-round.ts';
import { messageFromForm, messageFromQuery, type RawMessage } from './messages/binding.ts';
import { idpMetadata } from './metadata.ts';
import { samlPages } from './pages.ts';
import { SamlRefusal } from './refusal.ts';
import { authRequestOf } from './requests.ts';
import { isEngineRequest, ROUTES } from './routes.ts';
import { type PendingLogin, type PendingLogout, type StoredRequest, samlStoreIn } from './store.ts';

type Env = { Bindings: { readonly incoming?: IncomingMessage } };
type Ctx = Context<Env>;

/** The parameters of an engine. */
export type EngineOptions = {
  readonly config: ServerConfig;
  readonly portal: PortalLogins;
  /** The folder of the signing key on a single machine; null for a key in memory. */
  readonly dataDir: string | null;
  readonly storage: Storage;
  /** Returns epoch milliseconds. */
  readonly now: () => number;
  /**
   * Creates the page of a new request, which then needs no redirect. Absent: each request is redirected to its page.
   */
  readonly pageInPlace?: PageInPlace;
};

/** The SAML engine, with the handler of its HTTP requests. */
type SamlEngine = RequestEngine & {
  /** Whether the engine handles an HTTP request; `url` is the path with the query, as in the request line. */
  handles(method: string, url: string): boolean;
  /** Answers an HTTP request that `handles` accepts. */
  handler(req: IncomingMessage, res: ServerResponse): Promise<void>;
};

/** Thrown when a login cannot finish a request, because the request is unknown, already finished or expired. */
class SamlRequestGoneError extends Error {
  override readonly name = 'SamlRequestGoneError';
}

/** The query parameter with the step of a logout round that the person skips. */
const SKIP_PARAM = 'skip';

const logoutPagePath = (id: string): string => `${ROUTES.logoutRound}/${id}`;

const MAX_FORM_BYTES = 256 * 1024;

/** The query as it was received: the signature of HTTP-Redirect covers these octets, not the decoded values. */
function rawQuery(c: Ctx): string {
  const url = c.env?.incoming?.url ?? c.req.url;
  const questionMark = url.indexOf('?');
  return questionMark < 0 ? '' : url.slice(questionMark + 1);
}

/** Reads the message in a posted form. */
async function readPostedMessage(c: Ctx): Promise<RawMessage> {
  if (!/^application\/x-www-form-urlencoded\b/i.test(c.req.header('content-type') ?? '')) {
    throw new SamlRefusal('malformed_message', 'The form is not application/x-www-form-urlencoded.');
  }
  return messageFromForm(await c.req.text());
}

/** Answers with a page, and leaves the cookies that are already set. */
async function sendPage(c: Ctx, page: Response): Promise<Response> {
  const body = await page.arrayBuffer();
  for (const [name, value] of page.headers) c.header(name, value, { append: name === 'set-cookie' });
  return c.body(body, page.status as ContentfulStatusCode);
}

/** The HTTP routes of the engine. */
function samlApp(engine: Engine, pageInPlace: PageInPlace | undefined): Hono<Env> {
  const { config } = engine;
  const pages = samlPages(config);
  const cookie = browserCookie(config.publicUrl);
  const headers = Object.entries(commonHeaders(config));
  const app = new Hono<Env>();

  const cookieHeaderOf = (c: Ctx): string => c.req.header('cookie') ?? '';
  const unconfirmedLogoutsOf = async (signOut: SignOut | null): Promise<readonly string[]> =>
    signOut ? engine.portal.unconfirmedLogouts(signOut) : [];
  const providerOf = (serviceId: string) => providerWithId(engine, serviceId);

  const answerStep = (c: Ctx, step: LoginStep): Promise<Response> | Response =>
    step.kind === 'portal'
      ? c.redirect(requestPageAddress(step.id), 303)
      : pages.submit(
          c,
          providerOf(step.responseForm.serviceId),
          step.responseForm.action,
          step.responseForm.fields,
        );

  /** Continues a pending request that has just arrived in the browser. */
  async function openRequest(c: Ctx, id: string): Promise<Response> {
    const { secret, setCookie } = cookie.ensure(cookieHeaderOf(c));
    if (setCookie) c.header('Set-Cookie', setCookie, { append: true });
    const step = await continueRequest(engine, id, secret, cookieHeaderOf(c));
    const { incoming } = c.env;
    const page = step.kind === 'portal' && incoming && (await pageInPlace?.(incoming, step.id));
    return page ? sendPage(c, page) : answerStep(c, step);
  }

  /** Answers the LogoutRequest of a service. */
  async function answerService(
    c: Ctx,
    request: PendingLogout,
    outcome: LogoutOutcome,
    unconfirmed: readonly string[],
  ): Promise<Response> {
    const response = logoutResponseFor(engine, request, outcome);
    if (!response) return pages.signedOut(c, [], unconfirmed);
    if (response.kind === 'redirect') return c.redirect(response.url, 303);
    return pages.submit(c, providerOf(request.serviceId), response.action, response.fields);
  }

  /** Signs out as a service has requested, and continues with a logout round or the answer to the service. */
  async function signOut(c: Ctx, id: string): Promise<Response> {
    const result = await signOutForService(engine, id, cookie.read(cookieHeaderOf(c)), cookieHeaderOf(c));
    for (const value of result.cookies) c.header('Set-Cookie', value, { append: true });
    if (result.logoutRoundId !== null) return c.redirect(logoutPagePath(result.logoutRoundId), 303);
    const unconfirmed = await unconfirmedLogoutsOf(result.signOut);
    return answerService(c, result.request, unconfirmed.length > 0 ? 'partial' : result.outcome, unconfirmed);
  }

  /** Notifies the next service of a logout round, or ends the round. */
  async function showLogoutRound(c: Ctx, id: string): Promise<Response> {
    const skippedStep = c.req.query(SKIP_PARAM);
    const next = await nextLogoutStep(
      engine,
      id,
      cookie.read(cookieHeaderOf(c)),
      skippedStep === undefined ? null : Number(skippedStep),
    );
    if (next.kind === 'notify') {
      const skipAddress = `${logoutPagePath(id)}?${SKIP_PARAM}=${next.step}`;
      return pages.sendLogoutRequest(
        c,
        providerOf(next.serviceId),
        next.message,
        next.isRetry ? skipAddress : null,
      );
    }
    const { onward, unsure, signOut } = next.logoutRound;
    const unconfirmed = await unconfirmedLogoutsOf(signOut);
    if (onward.kind === 'address') return pages.signedOut(c, unsure, unconfirmed, onward.url);
    const isDone = unsure.length + unconfirmed.length === 0;
    return answerService(c, onward, isDone ? 'done' : 'partial', unconfirmed);
  }

  app.onError((error, c) => {
    if (error instanceof SamlRefusal) return pages.refused(c, error);
    if (error instanceof StorageUnavailableError) return pages.unavailable(c);
    if (isAborted(c.env.incoming)) return c.body(null, 400);
    log.fault(error);
    return pages.failed(c);
  });
  app.use(async (c, next) => {
    // A HEAD request or a prefetch by the browser must not finish a pending SAML request.
    if (c.req.method === 'HEAD' || (c.req.header('sec-purpose') ?? c.req.header('purpose'))) {
      c.res = c.body(null, c.req.method === 'HEAD' ? 405 : 503);
    } else await next();
    for (const [name, value] of headers) if (!c.res.headers.has(name)) c.res.headers.set(name, value);
    if (!c.res.headers.has('Cache-Control')) c.res.headers.set('Cache-Control', 'no-store');
  });
  app.use(
    bodyLimitOf(MAX_FORM_BYTES, () => {
      throw new SamlRefusal('too_large', `The form is larger than ${MAX_FORM_BYTES} bytes.`);
    }),
  );

  app.get(ROUTES.metadata, (c) =>
    c.body(
      idpMetadata({
        entityId: engine.entityId,
        certificates: engine.certificates,
        ssoUrl: urlOf(engine, 'sso'),
        sloUrl: urlOf(engine, 'slo'),
      }),
      200,
      { 'Content-Type': 'application/samlmetadata+xml' },
    ),
  );
  app.get(ROUTES.sso, async (c) => openRequest(c, await beginLogin(engine, messageFromQuery(rawQuery(c)))));
  app.post(ROUTES.sso, async (c) =>
    c.redirect(`${ROUTES.ssoContinue}/${await beginLogin(engine, await readPostedMessage(c))}`, 303),
  );
  app.get(`${ROUTES.ssoContinue}/:id`, (c) => openRequest(c, c.req.param('id')));
  app.get(`${ROUTES.resume}/:id`, async (c) => {
    const isExistingLoginAllowed = c.req.query(NO_REAUTH_PARAM) === NO_REAUTH_VALUE;
    const browser = cookie.read(cookieHeaderOf(c));
    return answerStep(
      c,
      await resume(engine, c.req.param('id'), browser, cookieHeaderOf(c), isExistingLoginAllowed),
    );
  });
  app.get(ROUTES.slo, async (c) => {
    const rawMessage = messageFromQuery(rawQuery(c));
    return rawMessage.kind === 'SAMLResponse'
      ? c.redirect(logoutPagePath(await handleLogoutResponse(engine, rawMessage)), 303)
      : signOut(c, await beginLogout(engine, rawMessage));
  });
  app.post(ROUTES.slo, async (c) => {
    const rawMessage = await readPostedMessage(c);
    return c.redirect(
      rawMessage.kind === 'SAMLResponse'
        ? logoutPagePath(await handleLogoutResponse(engine, rawMessage))
        : `${ROUTES.sloContinue}/${await beginLogout(engine, rawMessage)}`,
      303,
    );
  });
  app.get(`${ROUTES.logoutRound}/:id`, (c) => showLogoutRound(c, c.req.param('id')));
  app.get(`${ROUTES.sloContinue}/:id`, (c) => signOut(c, c.req.param('id')));
  for (const path of [ROUTES.metadata, ROUTES.sso, ROUTES.slo, `${ROUTES.resume}/:id`]) {
    app.all(path, async () => {
      throw new SamlRefusal('wrong_method', 'This address does not support the method.');
    });
  }
  app.all('*', (c) => pages.notFound(c));
  return app;
}

/**
 * Starts the SAML engine: an identity provider whose entity ID is the address of its metadata.
 * @throws SamlKeyError when the signing key in `dataDir` is damaged
 */
export async function createSamlEngine(
  options: EngineOptions,
): Promise<ReloadingEngine & { certificateExpiresAt(): Promise<number> }> {
  const { config, now } = options;
  const { samlKey } = config;
  const ring = samlKeyRing(options, urlOf({ config }, 'metadata'), now);
  if (!config.samlKey) await ring.all();
  await ring.reseal();
  const readKeys = async (): Promise<readonly SamlKey[]> => (samlKey ? [samlKey] : ring.signerFirst(now()));
  const engine = await reloadingEngine(
    async () => createEngineWithKeys(options, await readKeys()),
    async () => (samlKey ? samlKey.certificate : ring.version(now())),
    now,
  );
  return {
    ...engine,
    async certificateExpiresAt() {
      const [key] = await readKeys();
      if (!key) throw new Error('There is no signing key');
      return Date.parse(new X509Certificate(key.certificate).validTo);
    },
  };
}

/** Creates the engine with signing keys, the current signing key first. */
async function createEngineWithKeys(
  { config, portal, storage, now, pageInPlace }: EngineOptions,
  keys: readonly SamlKey[],
): Promise<SamlEngine> {
  const entityId = urlOf({ config }, 'metadata');
  const [key] = keys;
  if (!key) throw new Error('There is no signing key');
  const certificates = keys.map(({ certificate }) => certificate);
  const store = samlStoreIn(storage, now);
  const providers = new Map(
    config.serviceProviders.map((provider) => [provider.metadata.entityId, provider]),
  );
  const engine: Engine = { config, portal, store, key, certificates, now, entityId, providers };
  const cookie = browserCookie(config.publicUrl);
  const handleWithApp = getRequestListener(samlApp(engine, pageInPlace).fetch, {
    overrideGlobalObjects: false,
  });

  const findPendingLogin = async (id: string): Promise<StoredRequest<PendingLogin> | null> => {
    const storedRequest = await store.findLogin(id);
    return storedRequest?.request.isDeclined ? null : storedRequest;
  };

  return {
    handles: isEngineRequest,
    async handler(req, res) {
      await handleWithApp(req, res);
    },
    async find(id) {
      const storedRequest = await findPendingLogin(id);
      return storedRequest && authRequestOf(storedRequest, config.publicUrl);
    },
    // Requests of SAML services are not dropped before they expire, so their progress is not recorded.
    recordProgress: async () => undefined,
    async finish(id, login) {
      if (!(await findPendingLogin(id)) || !(await store.recordFinishingUser(id, login.userId))) {
        throw new SamlRequestGoneError(`The AuthnRequest ${id} is unknown, finished or expired`);
      }
    },
    async decline(id) {
      const storedRequest = await store.findLogin(id);
      if (!storedRequest) return false;
      return storedRequest.request.isDeclined === true || store.recordDecline(storedRequest);
    },
    async notifyLogout(cookieHeader, onward, signOut) {
      const browser = cookie.read(cookieHeader);
      const id = await beginLogoutRound(engine, browser, await store.participants(browser), {
        onward: { kind: 'address', url: onward },
        signOut,
      });
      return id === null ? null : logoutPagePath(id);
    },
    async endSession(cookieHeader) {
      const browser = cookie.read(cookieHeader);
      if (browser !== '') await store.removeParticipants(browser);
      return [];
    },
    // The engine has no sessions of people: it depends on the portal sessions.
    endSessionsOf: async () => undefined,
    endSessionNamed: async () => undefined,
  };
}
