import type { Hono } from 'hono';
import type { Env } from '#server/http/env.ts';
import { APP_PATH } from '#wire/phone-app.ts';
import { PHONE_PAGE } from './phone-policy.ts';
import { PHONE_PERMISSIONS } from './security-headers.ts';
import { serveFileAt } from './serve.ts';
import type { Site } from './site.ts';

/** Serves the page of the app at its folder. Its data stay behind the `#` and reach no server. */
export function mountPhoneApp(app: Hono<Env>, site: Site): void {
  app.get(APP_PATH.slice(0, -1), (c) => c.redirect(APP_PATH, 308));
  app.get(APP_PATH, (c) => {
    c.header('Permissions-Policy', PHONE_PERMISSIONS);
    return serveFileAt(c, site, PHONE_PAGE);
  });
}
