import { randomBytes } from 'node:crypto';
import { Hono } from 'hono';
import type { LabOptions } from '#lab/options.ts';
import { isLabAddress, ownOrigin } from '#lab/service/origin.ts';
import { ServiceSessions } from '#lab/service/sessions.ts';
import { PAGE_NEEDED, samlFailure, UNKNOWN_REQUEST } from './failure.ts';
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
const SIGNED_OUT = 'signed-out';

const newRequestId = (): string => `_${randomBytes(20).toString('hex')}`;

/** A sign-in as JSON, without the assertion. */
const signInJson = ({ assertion: _assertion, ...signedIn }: CompletedSignIn) => ({
  signedIn: true,
  ...signedIn,
});

/** The ID of the request that a response says it answers; the response is not verified yet. */
function requestIdIn(samlResponse: string): string {
  const xml = Buffer.from(samlResponse, 'base64').toString('utf8');
  return /\sInResponseTo="([\w.-]+)"/.exec(xml)?.[1] ?? '';
}

/** The SAML client service: a service provider with its own session. */
export function expensesService(
  options: LabOptions,
  serviceProvider: ServiceProvider = createServiceProvider(options),
): Hono {
  const { path } = options.provider;
  const sessions = new ServiceSessions<PendingSignIn, CompletedSignIn>('lab_expenses', options.now);
  const responses = responseStore(options.now);
  const pages = expensesPages(options);
  const app = new Hono();
  const targetOf = (value: string | undefined): string =>
    value?.startsWith(`${path}?`) && !value.includes('\\') ? value : path;

  app.get(path, (c) => {
    const signedIn = sessions.completedSignIn(c);
    return signedIn ? pages.signedIn(c, signedIn) : pages.start(c, c.req.query('state') === SIGNED_OUT);
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
    const metadata = await serviceProvider.metadata(`${ownOrigin(c, options.labUrl)}${path}/acs`);
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
    const target = targetOf(c.req.query('target'));
    const consumerUrl = `${ownOrigin(c, options.labUrl)}${path}/acs`;
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
      return pages.failed(c, samlFailure(error));
    }
  });

  app.post(`${path}/acs`, async (c) => {
    const { SAMLResponse: samlResponse } = await c.req.parseBody();
    if (typeof samlResponse !== 'string') return pages.failed(c, UNKNOWN_REQUEST);
    return c.redirect(`${path}/acs?response=${responses.put(samlResponse)}`, 303);
  });

  app.get(`${path}/acs`, async (c) => {
    const samlResponse = responses.take(c.req.query('response') ?? '');
    const id = samlResponse === null ? '' : requestIdIn(samlResponse);
    const pending = sessions.take(c, id);
    if (samlResponse === null || !pending) return pages.failed(c, UNKNOWN_REQUEST);
    try {
      const outcome = await serviceProvider.finish(samlResponse, id, pending);
      if (outcome === NO_PASSIVE) return pages.failed(c, PAGE_NEEDED);
      sessions.signIn(c, outcome);
      return c.redirect(pending.target, 303);
    } catch (error) {
      return pages.failed(c, samlFailure(error));
    }
  });

  app.post(`${path}/logout`, async (c) => {
    const signedIn = sessions.signOut(c);
    if (!signedIn) return c.redirect(path, 303);
    try {
      const returnTo = `${ownOrigin(c, options.labUrl)}${path}?state=${SIGNED_OUT}`;
      return c.redirect(await serviceProvider.signOutUrl(signedIn, returnTo), 303);
    } catch (error) {
      return pages.notSignedOut(c, samlFailure(error));
    }
  });

  app.get(`${path}/slo`, async (c) => {
    try {
      const address = `${options.labUrl}${path}/slo`;
      const message = await serviceProvider.readLogoutMessage(new URL(c.req.url).search.slice(1), address);
      if (message.kind === 'request') {
        sessions.endWhere(message.matches);
        return c.redirect(await message.responseUrl(), 303);
      }
    } catch (error) {
      return pages.notSignedOut(c, samlFailure(error));
    }
    const returnTo = c.req.query('RelayState') ?? '';
    return c.redirect(isLabAddress(returnTo, options.labUrl) ? returnTo : path, 303);
  });

  return app;
}
