import { createHash } from 'node:crypto';
import { parse } from 'hono/utils/cookie';
import { languageCookie } from '#i18n/locale.ts';
import type { Ctx, Env } from '#server/http/env.ts';
import { isCrossOrigin } from '#server/http/guard/state-changing.ts';
import type { Portal } from '#server/login/portal.ts';
import { Refusal } from '#server/login/refusal.ts';
import { IDEMPOTENCY_HEADER } from '#wire/names.ts';
import {
  EVENT_FIELD,
  FORM_KEY_FIELD,
  type PageRequest,
  type PageResult,
  type RunPortal,
  type StoredScreen,
  SUBMIT_FIELD,
} from '#wire/server-portal.ts';
import { isFormKeyOf, newFormKey } from './form-key.ts';

/** Answers a request that the server makes itself as if it had come from the network. */
export type AnswerCall = (request: Request, env: Env['Bindings']) => Response | Promise<Response>;

/** Query parameter with which a browser without scripts requests a rendered screen. */
const WITHOUT_SCRIPTS_PARAM = 'noscript';

/** Headers of the person's request that are copied to the portal's calls. */
const FORWARDED_HEADERS = [
  'accept-language',
  'user-agent',
  'x-forwarded-for',
  'x-forwarded-proto',
  'x-request-id',
];

const urlWithoutParam = (c: Ctx): URL => {
  const url = new URL(c.req.url);
  url.searchParams.delete(WITHOUT_SCRIPTS_PARAM);
  return url;
};

/** Path and query of the requested page, without `WITHOUT_SCRIPTS_PARAM`. */
export const screenAddress = (c: Ctx): string => {
  const { pathname, search } = urlWithoutParam(c);
  return pathname + search;
};

/** Path and query, escaped for HTML, at which a browser without scripts gets the screen of the requested page. */
export function addressWithoutScripts(c: Ctx): string {
  const url = urlWithoutParam(c);
  url.searchParams.set(WITHOUT_SCRIPTS_PARAM, '');
  return (url.pathname + url.search).replaceAll('&', '&amp;').replaceAll('"', '&quot;');
}

export const requestsWithoutScripts = (c: Ctx): boolean => c.req.query(WITHOUT_SCRIPTS_PARAM) !== undefined;

/** The cookies during the request of a page, updated after each call as in a browser. */
function cookieJar(header: string) {
  const cookies = new Map(Object.entries(parse(header)));
  const received = new Map<string, string>();
  return {
    header: () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    receive(setCookie: string) {
      const [pair = ''] = setCookie.split(';', 1);
      const separatorAt = pair.indexOf('=');
      cookies.set(pair.slice(0, separatorAt), pair.slice(separatorAt + 1));
      received.set(pair.slice(0, separatorAt), setCookie);
    },
    received: () => [...received.values()],
  };
}

/** Whether a posted form is a form of a rendered screen. */
export const isEventForm = (body: string): boolean =>
  [EVENT_FIELD, SUBMIT_FIELD].some((field) => new URLSearchParams(body).has(field));

export type ScriptlessDeps = {
  readonly portal: Portal;
  /** Name of the build of the portal, as in `Site`. */
  readonly build: string;
  readonly runPortal: RunPortal;
  readonly answer: AnswerCall;
};

const hashOf = (form: URLSearchParams): string =>
  createHash('sha256').update(form.toString()).digest('base64url');

type RunConditions = {
  /** Returns the runtime configuration of the page. */
  readonly config: PageRequest['config'];
  /** Challenge key of the session. A call may store the session when it is still sealed. */
  readonly challengeKey: string;
  readonly stored: StoredScreen | null;
  /** The posted form; null when no form was posted. */
  readonly form: URLSearchParams | null;
  readonly rendersScreen: boolean;
};

/**
 * Runs the portal's machines for the request of a page, with the calls that the page would make, and stores the
 * resulting screen in the session. The cookies of the calls are added to the answer.
 */
async function runAndStore(
  c: Ctx,
  { portal, build, runPortal, answer }: ScriptlessDeps,
  { config, challengeKey, stored, form, rendersScreen }: RunConditions,
): Promise<PageResult> {
  const requestSession = c.get('requestSession');
  const jar = cookieJar(c.req.header('cookie') ?? '');
  for (const cookie of requestSession.cookies()) jar.receive(cookie);
  const forwarded = Object.fromEntries(
    FORWARDED_HEADERS.flatMap((name) => {
      const value = c.req.header(name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
  let callCount = 0;
  const postedFormHash = form && hashOf(form);
  const result = await runPortal({
    origin: portal.config.publicUrl,
    build,
    address: screenAddress(c),
    language: c.get('language'),
    config,
    stored,
    form,
    rendersScreen,
    now: portal.now,
    newKey: () => newFormKey(portal.random, challengeKey),
    async send({ method, path, headers, query, json }) {
      const url = new URL(path, portal.config.publicUrl);
      if (query) url.search = new URLSearchParams(query).toString();
      const body = json && JSON.stringify(json);
      const requestHeaders: Record<string, string> = { ...forwarded, ...headers, cookie: jar.header() };
      if (body !== undefined) {
        requestHeaders['content-type'] = 'application/json';
        requestHeaders['content-length'] = String(Buffer.byteLength(body));
      }
      if (postedFormHash && IDEMPOTENCY_HEADER in requestHeaders) {
        callCount += 1;
        requestHeaders[IDEMPOTENCY_HEADER] = `${postedFormHash}-${callCount}`;
      }
      const request = new Request(url, {
        method,
        headers: requestHeaders,
        ...(body !== undefined && { body }),
      });
      const response = await answer(request, { ...c.env, isInternalCall: true });
      for (const cookie of response.headers.getSetCookie()) jar.receive(cookie);
      return { status: response.status, headers: response.headers, body: await response.text() };
    },
  });
  // If no call has stored the session, it is stored here, because its screen needs it.
  const session =
    (await portal.sessions.readerOf(jar.header())()) ??
    (requestSession.lastRead() ? null : await requestSession.ensureSession());
  if (session) {
    await portal.screens.store(session, {
      ...result.screen,
      ...(postedFormHash && { postedForm: postedFormHash }),
    });
  }
  requestSession.addCookies(jar.received());
  if (result.language !== c.get('language')) {
    requestSession.addCookies([
      languageCookie(result.language, portal.config.publicUrl.startsWith('https:')),
    ]);
  }
  return result;
}

/**
 * The address outside the portal to which the stored screen sends the browser; the stored screen is then deleted. Null
 * when the screen stays in the portal, or when it belongs to another address.
 */
export async function takeExternalAddress(c: Ctx, { portal }: ScriptlessDeps): Promise<string | null> {
  const session = await c.get('requestSession').session();
  const stored = session && (await portal.screens.find(session));
  if (!session || !stored || stored.address !== screenAddress(c) || stored.leftTo === null) return null;
  await portal.screens.drop(session);
  return stored.leftTo;
}

/** Runs the stored screen of the session up to the current time; null when the screen belongs to another address. */
export async function runStoredScreen(
  c: Ctx,
  deps: ScriptlessDeps,
  config: PageRequest['config'],
): Promise<PageResult | null> {
  const session = await c.get('requestSession').session();
  const stored = session && (await deps.portal.screens.find(session));
  if (!session || !stored || stored.address !== screenAddress(c)) return null;
  if (stored.leftTo === null)
    return runAndStore(c, deps, {
      config,
      challengeKey: session.challengeKey,
      stored,
      form: null,
      rendersScreen: true,
    });
  await deps.portal.screens.drop(session);
  return {
    screen: stored,
    language: c.get('language'),
    title: '',
    markup: '',
    colors: undefined,
    refreshSeconds: null,
  };
}

const seeOther = (c: Ctx, address: string): Response => {
  c.header('Cache-Control', 'no-store');
  return c.redirect(address, 303);
};

/** Stores the screen of an address for a browser without scripts, and redirects to it. */
export async function storeScreenWithoutScripts(
  c: Ctx,
  deps: ScriptlessDeps,
  config: PageRequest['config'],
): Promise<Response> {
  const session = await c.get('requestSession').ensureSession();
  const stored = await deps.portal.screens.find(session);
  const { challengeKey } = session;
  const { screen } = await runAndStore(c, deps, {
    config,
    challengeKey,
    stored,
    form: null,
    rendersScreen: false,
  });
  return seeOther(c, screen.address);
}

/**
 * Handles the posted form of a rendered screen (rules 233 and 234). When the same form is posted again, the answer is a
 * redirect to the same screen.
 * @throws Refusal 403 for a form of another site
 */
export async function answerEventForm(
  c: Ctx,
  deps: ScriptlessDeps,
  config: PageRequest['config'],
): Promise<Response> {
  if (isCrossOrigin(c.req.raw.headers, deps.portal.config.publicUrl)) throw new Refusal(403, 'foreignOrigin');
  const form = new URLSearchParams(await c.req.text());
  const key = form.get(FORM_KEY_FIELD) ?? '';
  const requestSession = c.get('requestSession');
  const session = await requestSession.session();
  const challengeKey = await requestSession.challengeKey();
  // A form from a page of an earlier session has no effect.
  if (challengeKey === null || !isFormKeyOf(challengeKey, key)) return seeOther(c, screenAddress(c));
  const stored = session && (await deps.portal.screens.find(session));
  if (stored?.postedForm === hashOf(form)) return seeOther(c, stored.address);
  const { screen } = await runAndStore(c, deps, { config, challengeKey, stored, form, rendersScreen: false });
  return seeOther(c, screen.address);
}
