import type { ServerConfig } from '#server/config/schema.ts';
import { FIRST_OPEN_SCRIPT } from '#wire/first-open-script.ts';
import { APP_PATH, WORKER_PATH } from '#wire/phone-app.ts';
import { brandStyle } from './brand-style.ts';
import { cspSource, directive, pictureOrigins } from './security-headers.ts';

/** Path of the page of the phone's web app. */
export const PHONE_PAGE_PATH = `${APP_PATH}index.html`;

/** The Trusted Types policy `munjigi-app` creates a single script URL: the URL of the worker. */
const PAGE_DIRECTIVES = [
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
 * @param styles CSP sources of the inline styles of the page
 */
export const phonePageSecurityPolicy = (
  { appFrames, branding: { colors, logo } }: Pick<ServerConfig, 'appFrames' | 'branding'>,
  styles: readonly string[],
): string =>
  [
    ...PAGE_DIRECTIVES,
    directive('script-src', ["'self'", cspSource(FIRST_OPEN_SCRIPT)]),
    directive('style-src', [
      "'self'",
      ...styles,
      ...[brandStyle(colors)].flatMap((style) => style?.source ?? []),
    ]),
    directive('img-src', ["'self'", ...pictureOrigins([logo])]),
    directive('frame-ancestors', appFrames.length > 0 ? appFrames : ["'none'"]),
  ].join('; ');

/** The content security policy of a worker is the policy of its file. */
const WORKER_SECURITY_POLICY = "default-src 'none'; connect-src 'self'";

/** The content security policy of a file, if the file is the worker. */
export function workerFilePolicy(path: string): { readonly contentSecurityPolicy?: string } {
  return path === WORKER_PATH ? { contentSecurityPolicy: WORKER_SECURITY_POLICY } : {};
}
