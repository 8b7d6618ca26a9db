import { APP_PATH, WORKER_PATH } from '#wire/phone-app.ts';

/** The page of the authenticator that is a web app. */
export const PHONE_PAGE = `${APP_PATH}index.html`;

/** Trusted Types: the app names one script, that of its worker, by the policy `munjigi-app`. */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types munjigi-app',
].join('; ');

/** A worker is held by the policy of its own file. */
const WORKER_POLICY = "default-src 'none'; connect-src 'self'";

const POLICIES: ReadonlyMap<string, string> = new Map([
  [PHONE_PAGE, PAGE_POLICY],
  [WORKER_PATH, WORKER_POLICY],
]);

/** The content security policy of a file of the app that has one of its own. */
export function phonePolicy(path: string): { readonly policy?: string } {
  const policy = POLICIES.get(path);
  return policy === undefined ? {} : { policy };
}
