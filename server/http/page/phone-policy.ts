import type { ServerConfig } from '#server/config/schema.ts';
import { FIRST_OPEN_SCRIPT } from '#wire/first-open-script.ts';
import { APP_PATH, WORKER_PATH } from '#wire/phone-app.ts';
import { brandStyle } from './brand-style.ts';
import { cspSource, directive, originsOf } from './security-headers.ts';

/** The page of the web app. */
export const PHONE_PAGE = `${APP_PATH}index.html`;

/** The Trusted Types policy `munjigi-app` creates one script URL, that of the worker. */
const PAGE = [
  "default-src 'none'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types munjigi-app',
] as const;

/**
 * The content security policy of the web app's page, which allows the colours and logo of the brand.
 * @param styles sources of its inline styles
 */
export const phonePagePolicy = (
  { appFrames: frames, branding: { colors, logo } }: Pick<ServerConfig, 'appFrames' | 'branding'>,
  styles: readonly string[],
): string =>
  [
    ...PAGE,
    directive('script-src', ["'self'", cspSource(FIRST_OPEN_SCRIPT)]),
    directive('style-src', [
      "'self'",
      ...styles,
      ...[brandStyle(colors)].flatMap((style) => style?.source ?? []),
    ]),
    directive('img-src', ["'self'", ...originsOf([logo])]),
    directive('frame-ancestors', frames.length > 0 ? frames : ["'none'"]),
  ].join('; ');

/** A worker follows the policy that its file is served with. */
const WORKER_POLICY = "default-src 'none'; connect-src 'self'";

/** The content security policy of the worker's file; nothing for any other file. */
export function phonePolicy(path: string): { readonly policy?: string } {
  return path === WORKER_PATH ? { policy: WORKER_POLICY } : {};
}
