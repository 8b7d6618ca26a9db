import { APP_PATH, WORKER_PATH } from '#wire/phone-app.ts';

/** The page of the authenticator that is a web app. */
export const PHONE_PAGE = `${APP_PATH}index.html`;

/** Trusted Types: the app names one script, that of its worker, by the policy `munjigi-app`. */
const PAGE = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types munjigi-app',
] as const;

/** The content security policy of the page. @param frames origins that may show it in a frame */
export const phonePagePolicy = (frames: readonly string[]): string =>
  [...PAGE, ['frame-ancestors', ...(frames.length > 0 ? frames : ["'none'"])].join(' ')].join('; ');

/** A worker is held by the policy of its own file. */
const WORKER_POLICY = "default-src 'none'; connect-src 'self'";

/** The content security policy of a file of the app that has one of its own. */
export function phonePolicy(path: string): { readonly policy?: string } {
  return path === WORKER_PATH ? { policy: WORKER_POLICY } : {};
}
