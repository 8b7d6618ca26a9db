import type { Decision } from '#server/storage/repositories/approvals.ts';
import { DEVICE_PAGE_PATH } from '#wire/device-sign-in.ts';
import { FLOW_TYPES } from '#wire/runtime-config.ts';

/** Path prefixes below which an unknown path is an error, not a page of the portal (rule 136). */
export const CALL_PREFIXES = [
  '/data',
  '/pw',
  '/summary',
  '/mobileapp',
  '/noti',
  '/saml',
  '/oauth2',
  '/device',
  '/scim',
  '/ssf',
] as const;

/**
 * Pages of the portal below a prefix of the calls: the redirect page (rule 42) and targets of the logo (rule
 * 31).
 */
export const PAGES_AMONG_CALLS = ['/oauth2/authorize', '/saml', '/saml/emergency'];

const RESULT_PAGE = /^\/service-approval-ui\/service-use-approval\/(approval|reject)\/([^/]+)$/;

const isBelow = (path: string, prefix: string): boolean => path === prefix || path.startsWith(`${prefix}/`);

/** Screens of spec section 2 by path. */
const PAGES: ReadonlySet<string> = new Set([
  '/',
  '/login',
  '/provisioning',
  '/redirect',
  '/oauth2/authorize',
  DEVICE_PAGE_PATH,
  '/authenticated',
  '/error',
  '/service-approval-ui/error',
  '/password',
  '/password/forgot',
  '/change',
  '/logout',
  '/authentication',
  '/self',
  '/auth',
  '/first',
  '/first/select',
  '/first/auth',
  '/first/management',
  '/second',
  '/second/management',
]);

/** Targets of the logo (rule 31). */
const LOGO_PAGE = new RegExp(`^/(${FLOW_TYPES.join('|')})(/emergency)?$`);
const USER_PAGE = /^\/user\/[^/]+$/;

const withoutTrailingSlash = (path: string): string => path.replace(/\/+$/, '') || '/';

/** Whether the portal has a screen at a path; a trailing slash makes no difference. */
export function isPage(path: string): boolean {
  const trimmed = withoutTrailingSlash(path);
  return [RESULT_PAGE, LOGO_PAGE, USER_PAGE].some((page) => page.test(trimmed)) || PAGES.has(trimmed);
}

/** The kind of a path that no call handles. */
export type PathKind = 'page' | 'asset' | 'unknown-call';

/**
 * Classifies a path: the routes of spec section 2 are pages whatever their last segment contains; any other path with
 * a file extension is an asset.
 */
export function pathKind(path: string): PathKind {
  if (PAGES_AMONG_CALLS.includes(path) || RESULT_PAGE.test(path)) return 'page';
  if (CALL_PREFIXES.some((prefix) => isBelow(path, prefix))) return 'unknown-call';
  return isBelow(path, '/assets') || /\.[^/.]+$/.test(path) ? 'asset' : 'page';
}

/**
 * The path for the log, without the ak, which is secret, and without unknown paths, in which people may have typed
 * their ID.
 */
export const routeOf = (path: string): string =>
  isPage(path)
    ? path
        .replace(RESULT_PAGE, '/service-approval-ui/service-use-approval/$1/:ak')
        .replace(USER_PAGE, '/user/:method')
    : '/*';

/** The ak and decision of a result page; null for any other path (rule 46). */
export function approvalLink(path: string): { readonly ak: string; readonly decision: Decision } | null {
  const [, kind, ak] = RESULT_PAGE.exec(path) ?? [];
  return ak === undefined ? null : { ak, decision: kind === 'approval' ? 'approved' : 'rejected' };
}

/** The two links that decide an application. */
export const approvalLinks = (publicUrl: string, ak: string) => ({
  approve: `${publicUrl}/service-approval-ui/service-use-approval/approval/${ak}`,
  reject: `${publicUrl}/service-approval-ui/service-use-approval/reject/${ak}`,
});
