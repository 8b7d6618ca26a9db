import type { Hono } from 'hono';
import type { ServerConfig } from '#server/config/schema.ts';
import type { Env } from '#server/http/env.ts';
import { APP_PATH } from '#wire/phone-app.ts';
import { PHONE_PAGE, phonePagePolicy } from './phone-policy.ts';
import { PHONE_PERMISSIONS } from './security-headers.ts';
import { serveFileAt } from './serve.ts';
import type { Site } from './site.ts';

/** Serves the page of the app at its folder. Its data stay behind the `#` and reach no server. */
export function mountPhoneApp(
  app: Hono<Env>,
  { appFrames }: Pick<ServerConfig, 'appFrames'>,
  site: Site,
): void {
  const policy = phonePagePolicy(appFrames);
  app.get(APP_PATH.slice(0, -1), (c) => c.redirect(APP_PATH, 308));
  app.get(APP_PATH, (c) => {
    c.header('Content-Security-Policy', policy);
    c.header('Permissions-Policy', PHONE_PERMISSIONS);
    return serveFileAt(c, site, PHONE_PAGE);
  });
}
