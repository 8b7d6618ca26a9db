import { Hono } from 'hono';
import type { LabOptions } from '#lab/options.ts';
import { PAYSLIP_PATH } from '#lab/payroll/routes.ts';
import { requiredSignIn, signInFailureOf, UNKNOWN_STATE_FAILURE } from './failure.ts';
import { calledOrigin } from './origin.ts';
import { servicePages } from './pages.ts';
import {
  type CompletedSignIn,
  createRelyingParty,
  type PendingSignIn,
  type RelyingParty,
} from './relying-party.ts';
import { ServiceSessions } from './sessions.ts';

/** A path or query after the path of the start page, without backslashes, which browsers read as slashes. */
const PATH_END = /^(?:[/?][^\\]*)?$/;

/** The requested path if it belongs to the service; otherwise the path of the start page. */
const returnPathOf = (requestedPath: string | undefined, home: string): string => {
  const end = requestedPath?.startsWith(home) ? requestedPath.slice(home.length) : null;
  return end !== null && PATH_END.test(end) ? `${requestedPath}` : home;
};

/** The number of seconds in a query parameter; null when the parameter is missing or not a number. */
const secondsIn = (value: string | undefined): number | null =>
  /^\d{1,9}$/.test(value ?? '') ? Number(value) : null;

/** The pages and JSON calls of a demo service: an OpenID Connect relying party with a session of its own. */
export function demoServiceRoutes(
  options: LabOptions,
  relyingParty: RelyingParty = createRelyingParty(options),
): Hono {
  const home = options.client.path;
  const sessions = new ServiceSessions<PendingSignIn, CompletedSignIn>(`lab_${home.slice(1)}`, options.now);
  const pages = servicePages(options);
  const app = new Hono();

  app.get(home, (c) => {
    const signedIn = sessions.completedSignIn(c);
    return signedIn ? pages.signedIn(c, signedIn) : pages.start(c, c.req.query('state') === 'signed-out');
  });

  app.get(`${home}/session`, (c) => {
    const signedIn = sessions.completedSignIn(c);
    return c.json(
      signedIn
        ? { signedIn: true, claims: signedIn.claims, userinfo: signedIn.userinfo }
        : { signedIn: false },
    );
  });

  app.delete(`${home}/session`, (c) => {
    sessions.signOut(c);
    return c.body(null, 204);
  });

  app.get(`${home}/login`, async (c) => {
    const signInOptions = {
      prompt: c.req.query('prompt') || null,
      maxAge: secondsIn(c.req.query('max_age')),
      loginHint: c.req.query('login_hint') || null,
      acrValues: c.req.query('acr_values') || null,
    };
    const redirectUri = `${calledOrigin(c, options.labUrl)}${home}/callback`;
    try {
      const { state, pending, url } = await relyingParty.begin(
        signInOptions,
        redirectUri,
        returnPathOf(c.req.query('target'), home),
      );
      sessions.storePending(c, state, pending);
      return c.redirect(url.href, 303);
    } catch (error) {
      return pages.failed(c, signInFailureOf(error));
    }
  });

  app.get(`${home}/callback`, async (c) => {
    const callback = new URL(c.req.url);
    const state = callback.searchParams.get('state') ?? '';
    const pending = sessions.takePendingSignIn(c, state);
    if (!pending) return pages.failed(c, UNKNOWN_STATE_FAILURE);
    try {
      sessions.signIn(c, await relyingParty.finish(callback, state, pending));
      return c.redirect(pending.target, 303);
    } catch (error) {
      return pages.failed(c, signInFailureOf(error));
    }
  });

  app.get(`${home}/payslip`, async (c) => {
    const path = `${home}/payslip`;
    const isSecondAttempt = c.req.query('again') !== undefined;
    const signIn = (requirements: Readonly<Record<string, string>>): Response => {
      const params = new URLSearchParams({ ...requirements, target: `${path}?again` });
      return c.redirect(`${home}/login?${params}`, 303);
    };
    const signedIn = sessions.completedSignIn(c);
    if (!signedIn) return signIn({});
    try {
      const response = await relyingParty.read(signedIn, `${options.labUrl}${PAYSLIP_PATH}`);
      return isSecondAttempt ? c.redirect(path, 303) : pages.payslip(c, signedIn, await response.json());
    } catch (error) {
      const requirements = requiredSignIn(error);
      return requirements === null || isSecondAttempt
        ? pages.failed(c, signInFailureOf(error))
        : signIn(requirements);
    }
  });

  app.post(`${home}/logout`, async (c) => {
    const signedIn = sessions.signOut(c);
    try {
      const url = await relyingParty.signOutUrl(signedIn, `${calledOrigin(c, options.labUrl)}${home}`);
      return c.redirect(url.href, 303);
    } catch (error) {
      return pages.failed(c, signInFailureOf(error));
    }
  });

  return app;
}
