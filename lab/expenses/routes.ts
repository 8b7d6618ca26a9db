import { randomBytes } from 'node:crypto';
import { Hono } from 'hono';
import type { LabOptions } from '#lab/options.ts';
import { calledOrigin, isLabAddress } from '#lab/service/origin.ts';
import { ServiceSessions } from '#lab/service/sessions.ts';
import { PAGE_NEEDED_FAILURE, samlFailureOf, UNKNOWN_REQUEST_FAILURE } from './failure.ts';
import { expensesPages } from './pages.ts';
import { responseStore } from './response-store.ts';
import {
  type CompletedSignIn,
  createServiceProvider,
  NO_PASSIVE,
  type PendingSignIn,
  type ServiceProvider,
} from './service-provider.ts';

const SUBMIT_SCRIPT = 'document.forms[0].submit();';
const SIGNED_OUT_STATE = 'signed-out';

const newRequestId = (): string => `_${randomBytes(20).toString('hex')}`;

/** The JSON answer that describes a sign-in, without the assertion. */
const signInJson = ({ assertion: _assertion, ...signedIn }: CompletedSignIn) => ({
  signedIn: true,
  ...signedIn,
});

/** The request ID in a response (`InResponseTo`). The response is not verified yet. */
function requestIdIn(samlResponse: string): string {
  const xml = Buffer.from(samlResponse, 'base64').toString('utf8');
  return /\sInResponseTo="([\w.-]+)"/.exec(xml)?.[1] ?? '';
}

/** The pages and JSON calls of the SAML client service, a service provider with a session of its own. */
export function expensesRoutes(
  options: LabOptions,
  serviceProvider: ServiceProvider = createServiceProvider(options),
): Hono {
  const { path } = options.provider;
  const sessions = new ServiceSessions<PendingSignIn, CompletedSignIn>('lab_expenses', options.now);
  const responses = responseStore(options.now);
  const pages = expensesPages(options);
  const app = new Hono();
  const returnPathOf = (value: string | undefined): string =>
    value?.startsWith(`${path}?`) && !value.includes('\\') ? value : path;

  app.get(path, (c) => {
    const signedIn = sessions.completedSignIn(c);
    return signedIn ? pages.signedIn(c, signedIn) : pages.start(c, c.req.query('state') === SIGNED_OUT_STATE);
  });

  app.get(`${path}/session`, (c) => {
    const signedIn = sessions.completedSignIn(c);
    return c.json(signedIn ? signInJson(signedIn) : { signedIn: false });
  });

  app.delete(`${path}/session`, (c) => {
    sessions.signOut(c);
    return c.body(null, 204);
  });

  app.get(`${path}/metadata`, async (c) => {
    const metadata = await serviceProvider.metadata(`${calledOrigin(c, options.labUrl)}${path}/acs`);
    return c.body(metadata, 200, { 'Content-Type': 'application/samlmetadata+xml' });
  });

  app.get(`${path}/submit.js`, (c) =>
    c.body(SUBMIT_SCRIPT, 200, { 'Content-Type': 'text/javascript; charset=utf-8' }),
  );

  app.get(`${path}/login`, async (c) => {
    const id = newRequestId();
    const signInOptions = {
      isForced: c.req.query('force') === '1',
      isPassive: c.req.query('passive') === '1',
    };
    const target = returnPathOf(c.req.query('target'));
    const consumerUrl = `${calledOrigin(c, options.labUrl)}${path}/acs`;
    try {
      const isPosted = c.req.query('binding') === 'post';
      const respond = isPosted
        ? await serviceProvider
            .beginByPost(id, signInOptions, consumerUrl, target)
            .then((form) => () => pages.postRequest(c, form))
        : await serviceProvider
            .beginByRedirect(id, signInOptions, consumerUrl, target)
            .then((url) => () => c.redirect(url, 303));
      // Headers have to be set before the answer is created.
      sessions.storePending(c, id, {
        requestedAt: new Date(options.now()).toISOString(),
        consumerUrl,
        target,
      });
      return respond();
    } catch (error) {
      return pages.failed(c, samlFailureOf(error));
    }
  });

  app.post(`${path}/acs`, async (c) => {
    const { SAMLResponse: samlResponse } = await c.req.parseBody();
    if (typeof samlResponse !== 'string') return pages.failed(c, UNKNOWN_REQUEST_FAILURE);
    return c.redirect(`${path}/acs?response=${responses.put(samlResponse)}`, 303);
  });

  app.get(`${path}/acs`, async (c) => {
    const samlResponse = responses.take(c.req.query('response') ?? '');
    const id = samlResponse === null ? '' : requestIdIn(samlResponse);
    const pending = sessions.takePendingSignIn(c, id);
    if (samlResponse === null || !pending) return pages.failed(c, UNKNOWN_REQUEST_FAILURE);
    try {
      const outcome = await serviceProvider.finish(samlResponse, id, pending);
      if (outcome === NO_PASSIVE) return pages.failed(c, PAGE_NEEDED_FAILURE);
      sessions.signIn(c, outcome);
      return c.redirect(pending.target, 303);
    } catch (error) {
      return pages.failed(c, samlFailureOf(error));
    }
  });

  app.post(`${path}/logout`, async (c) => {
    const signedIn = sessions.signOut(c);
    if (!signedIn) return c.redirect(path, 303);
    try {
      const returnTo = `${calledOrigin(c, options.labUrl)}${path}?state=${SIGNED_OUT_STATE}`;
      return c.redirect(await serviceProvider.signOutUrl(signedIn, returnTo), 303);
    } catch (error) {
      return pages.notSignedOut(c, samlFailureOf(error));
    }
  });

  app.get(`${path}/slo`, async (c) => {
    try {
      const address = `${options.labUrl}${path}/slo`;
      const message = await serviceProvider.readLogoutMessage(new URL(c.req.url).search.slice(1), address);
      if (message.kind === 'request') {
        sessions.signOutWhere(message.matches);
        return c.redirect(await message.responseUrl(), 303);
      }
    } catch (error) {
      return pages.notSignedOut(c, samlFailureOf(error));
    }
    const returnTo = c.req.query('RelayState') ?? '';
    return c.redirect(isLabAddress(returnTo, options.labUrl) ? returnTo : path, 303);
  });

  return app;
}
