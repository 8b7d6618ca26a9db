import { type Context, Hono } from 'hono';
import * as v from 'valibot';
import { type AdminDeps, adminActions } from '#server/administration/admin-actions.ts';
import { requestedAttributes } from '#server/administration/scim/attributes.ts';
import { networkMatcher } from '#server/config/network-range.ts';
import type { Ctx, Env } from '#server/http/env.ts';
import { bodyLimitOf } from '#server/http/guard/body-limit.ts';
import { hasNul } from '#server/http/guard/nul.ts';
import { isCrossOrigin } from '#server/http/guard/state-changing.ts';
import { commonHeaders } from '#server/http/page/security-headers.ts';
import { serveFileAt } from '#server/http/page/serve.ts';
import type { Site } from '#server/http/page/site.ts';
import { failureLimit } from '#server/login/limits/failure-limit.ts';
import { usageRefusal } from '#server/login/policy/usage.ts';
import type { Portal } from '#server/login/portal.ts';
import { NoSuchAddress } from '#server/login/refusal.ts';
import { isAborted } from '#server/operations/host.ts';
import type { RequestEntry } from '#server/operations/log.ts';
import { currentRequest } from '#server/operations/request.ts';
import { ROUTES } from '#server/protocols/oidc/routes.ts';
import type { DeskSessionRow, DeskSessions } from '#server/storage/sessions/desk-sessions.ts';
import {
  auditActionOf,
  DESK_CALL_NAMES,
  DESK_CALLS,
  type DeskCallName,
  hasFile,
  hasIdempotencyKey,
  isDeskAct,
  isScimCall,
} from '#wire/desk/calls.ts';
import {
  DESK_CALLBACK_PATH,
  DESK_CLIENT_ID,
  DESK_CSRF_HEADER,
  DESK_MAX_FILE_BYTES,
  DESK_PATH,
  DESK_SCIM_PATH,
  DESK_SIGN_IN_MAX_AGE_MS,
  DESK_SIGN_IN_PATH,
  type DeskRole,
} from '#wire/desk/names.ts';
import type { DeskSession, DeskSignOutResult } from '#wire/desk/session.ts';
import type { ScimAnswer } from './calls/scim.ts';
import { checkProof, checkRole, checkSubject, findSubject, requireReason } from './checks.ts';
import type { DeskDeps } from './context.ts';
import { HANDLERS } from './handlers.ts';
import { runIdempotently } from './idempotency.ts';
import { DeskRefusal, refusalBody, scimRefusal, statusOf } from './refusal.ts';
import { classifyPatch, scimCallBody, scimResponse } from './scim.ts';
import type { DeskSignIn, SignInRedirect } from './sign-in.ts';

type Deps = DeskDeps & {
  readonly sessions: DeskSessions;
  readonly signIn: DeskSignIn;
  readonly site: Pick<Site, 'deskFiles'>;
  /** Called after each answer, for the log of requests. */
  readonly onAnswered?: (entry: RequestEntry) => void;
};

/** Maximum number of calls of a person in a minute. */
const MAX_CALLS_PER_MINUTE = 300;
/** Maximum number of acts of a person in a minute. They count as calls, too. */
const MAX_ACTS_PER_MINUTE = 30;
/** Maximum number of sign-ins from a network in a minute. */
const MAX_SIGN_INS_PER_MINUTE = 60;

/** When a call that exceeds a limit may be repeated. */
const RETRY_AFTER_SECONDS = 60;

const MAX_BODY_BYTES = 64 * 1024;
/** The size of the largest file in base64, and further fields. */
const MAX_FILE_BODY_BYTES = Math.ceil((DESK_MAX_FILE_BYTES * 4) / 3) + MAX_BODY_BYTES;

const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

const isJson = (c: Context): boolean =>
  /^application\/(scim\+)?json\s*(;|$)/i.test(c.req.header('content-type') ?? '');

/** @throws DeskRefusal `invalid` for a body that is not JSON or contains NUL */
async function readJson(c: Context): Promise<unknown> {
  if (!isJson(c)) throw new DeskRefusal('invalid');
  try {
    const body: unknown = JSON.parse(await c.req.text());
    if (!hasNul(body)) return body;
  } catch {
    // The body is not JSON, which is refused below.
  }
  throw new DeskRefusal('invalid');
}

/** The names of the fields with invalid values. */
const invalidFields = (issues: readonly v.BaseIssue<unknown>[]): readonly string[] => [
  ...new Set(issues.map((issue) => String(issue.path?.at(-1)?.key ?? '')).filter((field) => field !== '')),
];

/**
 * The body of a call, for the checks and the handler. A GET has its query parameters as body.
 * @throws DeskRefusal, ScimError
 */
async function readBody(c: Context, name: DeskCallName, admin: AdminDeps): Promise<unknown> {
  const request =
    c.req.method === 'GET' ? requestedAttributes(new URL(c.req.url).searchParams) : await readJson(c);
  return isScimCall(name) ? scimCallBody(name, c.req.param('id') ?? '', request, admin) : request;
}

/** The name of a call. A PATCH is one of several calls, depending on its body. */
const actualCallName = async (c: Context, name: Exclude<DeskCallName, 'session' | 'signOut'>) =>
  c.req.method === 'PATCH' ? classifyPatch(await readJson(c).catch(() => null)) : name;

const isScimPath = (c: Context): boolean => c.req.path.startsWith(`${DESK_SCIM_PATH}/`);

/** A person who is signed in at the help desk and has a role. */
type DeskUser = { readonly session: DeskSessionRow; readonly role: DeskRole };

/** The HTTP app of the help desk: its page, its sign-in and the calls in `DESK_CALLS` (rules 245 to 248). */
export function createDeskApp({ sessions, signIn, site, onAnswered, ...deps }: Deps): Hono<Env> {
  const { portal, desk, roles } = deps;
  const { accounts, config, localTime, now, storage } = portal;
  const app = new Hono<Env>();
  const callLimit = failureLimit(storage, MAX_CALLS_PER_MINUTE, now);
  const actLimit = failureLimit(storage, MAX_ACTS_PER_MINUTE, now);
  const signInLimit = failureLimit(storage, MAX_SIGN_INS_PER_MINUTE, now);
  const networks = (desk.networks ?? []).map(networkMatcher);
  const headers = Object.entries(commonHeaders({ publicUrl: desk.url }));
  const host = new URL(desk.url).host;

  const isAllowedAddress = (address: string): boolean =>
    networks.length === 0 || networks.some((isInNetwork) => isInNetwork?.(address) ?? false);

  const cookiesOf = (c: Context): string => c.req.header('cookie') ?? '';

  /** @throws DeskRefusal `tooMany` */
  const countCall = async (limit: typeof callLimit, key: string): Promise<void> => {
    if (!(await limit.begin(key))) throw new DeskRefusal('tooMany', { retrySeconds: RETRY_AFTER_SECONDS });
  };

  /**
   * Whether the person is still signed in in the portal session of a desk session. Restarts the idle time of that
   * session, because using the help desk counts as using the portal.
   */
  const isSignedInAtPortal = async ({ userId, portalSession }: DeskSessionRow): Promise<boolean> => {
    const isSignedIn = (await portal.sessions.listSignedIn(userId)).some(({ key }) => key === portalSession);
    if (isSignedIn) await portal.sessions.restartIdleTime(portalSession);
    return isSignedIn;
  };

  /**
   * The person who is signed in at the help desk.
   * @throws DeskRefusal `signedOut`
   */
  const requireUser = async (c: Context): Promise<DeskUser> => {
    const session = await sessions.open(cookiesOf(c));
    const isSignedIn = session && (await isSignedInAtPortal(session));
    const account = session && (await accounts.find(session.userId));
    const role = session && (await roles.ofUser(session.userId));
    if (!session || !isSignedIn || !role || !account || usageRefusal(account, localTime()))
      throw new DeskRefusal('signedOut');
    return { session, role };
  };

  /**
   * Checks that a call comes from the page of the help desk.
   * @throws DeskRefusal `csrf`
   */
  const checkOrigin = (c: Context, { csrf }: DeskSessionRow): void => {
    const isFromDesk = !isCrossOrigin(c.req.raw.headers, desk.url) && c.req.header(DESK_CSRF_HEADER) === csrf;
    if (!isFromDesk) throw new DeskRefusal('csrf');
  };

  const adminDepsOf = ({ session }: DeskUser): AdminDeps => ({
    portal,
    endEngineSessions: deps.endEngineSessions,
    operator: `desk:${session.userId}`,
    actor: session.userId,
  });

  /**
   * Returns a function to be called after an act. It refuses the act if no administrator can sign in at the help desk
   * any more.
   */
  const lastAdministratorCheck = async (): Promise<() => Promise<void>> => {
    const hadAdministrator = await roles.hasAdministrator();
    return async () => {
      if (hadAdministrator && !(await roles.hasAdministrator())) throw new DeskRefusal('lastAdministrator');
    };
  };

  /** The data of a session for the page. */
  const sessionData = async ({ session, role }: DeskUser): Promise<DeskSession> => {
    const account = await accounts.find(session.userId);
    return {
      userId: session.userId,
      name: account?.name ?? { ko: session.userId, en: session.userId },
      role,
      csrf: session.csrf,
      provedUntil: session.provedAt + DESK_SIGN_IN_MAX_AGE_MS,
      idleUntil: session.idleUntil,
      now: now(),
      needsReason: desk.reasons,
      timeZone: config.timeZone,
    };
  };

  /** Checks the rights of a call, runs its handler, and writes a refusal into the audit. */
  const answerCall = async (
    c: Context,
    name: Exclude<DeskCallName, 'session' | 'signOut'>,
    user: DeskUser,
  ): Promise<Response> => {
    const rules = DESK_CALLS[name];
    const { session, role } = user;
    const isAct = isDeskAct(name);
    const admin = adminDepsOf(user);
    let subject: string | null = null;
    try {
      if (rules.isCounted) await countCall(callLimit, `desk ${session.userId}`);
      checkRole(rules, role);
      checkProof(rules, session, now());
      if (isAct) await countCall(actLimit, `desk act ${session.userId}`);
      const handler = HANDLERS[name];
      const { body: schema } = handler;
      const body = await readBody(c, name, admin);
      const parsed = schema ? v.safeParse(schema, body) : null;
      if (parsed && !parsed.success)
        throw new DeskRefusal('invalid', { fields: invalidFields(parsed.issues) });
      const reason = requireReason(rules, body, desk.reasons);
      subject = await findSubject(rules, body, admin);
      await checkSubject(subject, user, roles);
      const auditedAdmin = { ...admin, reason, ...(isAct && { verify: await lastAdministratorCheck() }) };
      const call = { ...deps, session, role, isMasked: role === 'viewer', admin: auditedAdmin };
      // The input was parsed with the schema of the handler, so its type is the type that the handler requires.
      const run = (workPortal: Portal) =>
        handler.run(
          { ...call, admin: { ...auditedAdmin, portal: workPortal } },
          (parsed?.output ?? null) as never,
        );
      const result = await (hasIdempotencyKey(name)
        ? runIdempotently(c, session, portal, handler, run)
        : run(portal));
      return isScimCall(name) ? scimResponse(c, result as ScimAnswer) : c.json(result);
    } catch (error) {
      const { code, ...details } = refusalBody(error);
      adminActions(admin).report({
        action: auditActionOf(name),
        result: code,
        ...(subject !== null && { account: subject }),
      });
      throw new DeskRefusal(code, details);
    }
  };

  const redirectTo = (c: Context, { to, cookies }: SignInRedirect): Response => {
    for (const cookie of cookies) c.header('Set-Cookie', cookie, { append: true });
    return c.redirect(to, 303);
  };

  app.onError((error, c) => {
    if (isAborted(c.env?.incoming)) return c.body(null, 400);
    if (error instanceof NoSuchAddress) return c.json({ code: 'notFound' }, 404);
    const refusal = refusalBody(error);
    const { retrySeconds } = refusal;
    const retryHeaders: Record<string, string> =
      retrySeconds === undefined ? {} : { 'Retry-After': String(retrySeconds) };
    return isScimPath(c)
      ? scimRefusal(refusal, retryHeaders)
      : c.json(refusal, statusOf(refusal), retryHeaders);
  });

  app.use(async (c, next) => {
    const startedAt = performance.now();
    c.set('route', '/desk/*');
    if (c.req.header('host') !== host || !isAllowedAddress(currentRequest()?.address ?? '')) {
      c.res = c.text('The help desk does not answer here.\n', 403);
    } else {
      await next();
    }
    for (const [name, value] of headers) if (!c.res.headers.has(name)) c.res.headers.set(name, value);
    if (!c.res.headers.has('Cache-Control')) c.res.headers.set('Cache-Control', 'no-store');
    const ms = Math.round(performance.now() - startedAt);
    onAnswered?.({ method: c.req.method, route: c.get('route'), status: c.res.status, ms });
  });

  const refuseTooBig = (): never => {
    throw new DeskRefusal('tooBig');
  };
  const bodyLimits = {
    withoutFile: bodyLimitOf(MAX_BODY_BYTES, refuseTooBig),
    withFile: bodyLimitOf(MAX_FILE_BODY_BYTES, refuseTooBig),
  };

  app.get(DESK_CALLS.session.path, async (c) => {
    c.set('route', DESK_CALLS.session.path);
    return c.json(await sessionData(await requireUser(c)));
  });

  app.post(DESK_CALLS.signOut.path, async (c) => {
    c.set('route', DESK_CALLS.signOut.path);
    const { session } = await requireUser(c);
    checkOrigin(c, session);
    c.header('Set-Cookie', await sessions.end(cookiesOf(c)));
    const query = new URLSearchParams({
      client_id: DESK_CLIENT_ID,
      post_logout_redirect_uri: `${desk.url}${DESK_PATH}`,
    });
    const result: DeskSignOutResult = { portal: `${config.publicUrl}${ROUTES.end_session}?${query}` };
    return c.json(result);
  });

  for (const name of DESK_CALL_NAMES) {
    if (name === 'session' || name === 'signOut') continue;
    const { method, path } = DESK_CALLS[name];
    app.on(method, path, hasFile(name) ? bodyLimits.withFile : bodyLimits.withoutFile, async (c) => {
      c.set('route', path);
      const user = await requireUser(c);
      checkOrigin(c, user.session);
      return answerCall(c, await actualCallName(c, name), user);
    });
  }

  app.get(DESK_SIGN_IN_PATH, async (c) => {
    c.set('route', DESK_SIGN_IN_PATH);
    await countCall(signInLimit, `desk sign-in ${currentRequest()?.network ?? ''}`);
    return redirectTo(c, signIn.begin(new URL(c.req.url).searchParams));
  });
  app.get(DESK_CALLBACK_PATH, async (c) => {
    c.set('route', DESK_CALLBACK_PATH);
    return redirectTo(c, await signIn.finish(new URL(c.req.url).searchParams, cookiesOf(c)));
  });

  const servePage = (c: Ctx): Promise<Response> => {
    c.header('Content-Security-Policy', CONTENT_SECURITY_POLICY);
    return serveFileAt(c, { files: site.deskFiles }, `${DESK_PATH}index.html`);
  };
  app.get('/', (c) => c.redirect(DESK_PATH, 308));
  app.get(DESK_PATH.slice(0, -1), (c) => c.redirect(DESK_PATH, 308));
  app.get(`${DESK_PATH}*`, (c) => {
    const { path } = c.req;
    if (path.startsWith('/desk/data/') || isScimPath(c)) throw new DeskRefusal('notFound');
    const isFile = site.deskFiles.has(path) || /\.\w+$/.test(path);
    return isFile ? serveFileAt(c, { files: site.deskFiles }, path) : servePage(c);
  });
  app.all('*', () => {
    throw new DeskRefusal('notFound');
  });
  return app;
}
