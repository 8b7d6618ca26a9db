import type { ServerConfig } from '#server/config/schema.ts';
import { FIRST_OPEN_SCRIPT } from '#wire/first-open-script.ts';
import { APP_PATH, WORKER_PATH } from '#wire/phone-app.ts';
import { brandStyle } from './brand-style.ts';
import { cspSource, directive, originsOf } from './security-headers.ts';

/** The page of the authenticator that is a web app. */
export const PHONE_PAGE = `${APP_PATH}index.html`;

/** Trusted Types: the app names one script, that of its worker, by the policy `munjigi-app`. */
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
 * The content security policy of the page of a portal, with the colours and the logo of its brand.
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

/** A worker is held by the policy of its own file. */
const WORKER_POLICY = "default-src 'none'; connect-src 'self'";

/** The content security policy of a file of the app that has one of its own. */
export function phonePolicy(path: string): { readonly policy?: string } {
  return path === WORKER_PATH ? { policy: WORKER_POLICY } : {};
}
