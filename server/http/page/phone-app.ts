import type { Hono } from 'hono';
import type { ServerConfig } from '#server/config/schema.ts';
import type { Env } from '#server/http/env.ts';
import { APP_PATH, MANIFEST_PATH, WORKER_PATH } from '#wire/phone-app.ts';
import { brandedApp, brandedManifest } from './phone-brand.ts';
import { PHONE_PAGE_PATH, phonePageSecurityPolicy } from './phone-security-policy.ts';
import { PHONE_PERMISSIONS } from './security-headers.ts';
import { serveFileAt } from './serve.ts';
import type { Site } from './site.ts';

/**
 * Serves the phone's web app. Data in the address of the app follow a `#`, so that browsers do not send them to the
 * server.
 */
export function mountPhoneApp(
  app: Hono<Env>,
  config: Pick<ServerConfig, 'appFrames' | 'branding'>,
  site: Site,
): void {
  const brandedApps = {
    ko: brandedApp(site, config.branding, 'ko'),
    en: brandedApp(site, config.branding, 'en'),
  };
  const pageSecurityPolicy = phonePageSecurityPolicy(config, brandedApps.ko.styles);
  app.get(APP_PATH.slice(0, -1), (c) => c.redirect(APP_PATH, 308));
  app.get(APP_PATH, (c) => {
    c.header('Content-Security-Policy', pageSecurityPolicy);
    c.header('Permissions-Policy', PHONE_PERMISSIONS);
    return serveFileAt(
      c,
      brandedApps[c.get('language')],
      PHONE_PAGE_PATH,
      'Accept-Encoding, Accept-Language, Cookie',
    );
  });
  app.get(WORKER_PATH, (c) => serveFileAt(c, brandedApps.ko, WORKER_PATH));
  app.get(MANIFEST_PATH, (c) => {
    const manifest = brandedManifest(site, config.branding, c.get('language'));
    return c.body(JSON.stringify(manifest), 200, {
      'Content-Type': 'application/manifest+json; charset=utf-8',
      'Cache-Control': 'no-cache',
      Vary: 'Accept-Language, Cookie',
    });
  });
}
