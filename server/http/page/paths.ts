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
 * Paths of pages that begin with a prefix of the calls: the redirect page (rule 42) and the pages to which the logo
 * links (rule 31).
 */
export const PAGE_PATHS_AMONG_CALLS = ['/oauth2/authorize', '/saml', '/saml/emergency'];

/** The path of an approval link, which shows the result of the decision. */
const RESULT_PATH = /^\/service-approval-ui\/service-use-approval\/(approval|reject)\/([^/]+)$/;

const isBelow = (path: string, prefix: string): boolean => path === prefix || path.startsWith(`${prefix}/`);

/** Paths of the screens in spec section 2. */
const PAGE_PATHS: ReadonlySet<string> = new Set([
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

/** Paths of the pages to which the logo links (rule 31). */
const LOGO_PATH = new RegExp(`^/(${FLOW_TYPES.join('|')})(/emergency)?$`);
const USER_PATH = /^\/user\/[^/]+$/;

const withoutTrailingSlash = (path: string): string => path.replace(/\/+$/, '') || '/';

/** Whether the portal has a screen at a path; a trailing slash makes no difference. */
export function isPage(path: string): boolean {
  const trimmed = withoutTrailingSlash(path);
  return [RESULT_PATH, LOGO_PATH, USER_PATH].some((page) => page.test(trimmed)) || PAGE_PATHS.has(trimmed);
}

/** The kind of a path at which no call is mounted. */
export type PathKind = 'page' | 'asset' | 'unknown-call';

/**
 * Classifies a path. The result pages and the pages among the calls are pages even if their last segment contains a
 * dot; any other path with a file extension is an asset.
 */
export function pathKind(path: string): PathKind {
  if (PAGE_PATHS_AMONG_CALLS.includes(path) || RESULT_PATH.test(path)) return 'page';
  if (CALL_PREFIXES.some((prefix) => isBelow(path, prefix))) return 'unknown-call';
  return isBelow(path, '/assets') || /\.[^/.]+$/.test(path) ? 'asset' : 'page';
}

/**
 * The path as it is logged: without the `ak`, which is secret. An unknown path is not logged, because people may have
 * typed their ID in it.
 */
export const routeOf = (path: string): string =>
  isPage(path)
    ? path
        .replace(RESULT_PATH, '/service-approval-ui/service-use-approval/$1/:ak')
        .replace(USER_PATH, '/user/:method')
    : '/*';

/** The secret `ak` and the decision in the path of a result page (rule 46); null for any other path. */
export function parseApprovalPath(path: string): { readonly ak: string; readonly decision: Decision } | null {
  const [, kind, ak] = RESULT_PATH.exec(path) ?? [];
  return ak === undefined ? null : { ak, decision: kind === 'approval' ? 'approved' : 'rejected' };
}

/** The links with which a person approves or rejects an application. */
export const approvalLinks = (publicUrl: string, ak: string) => ({
  approve: `${publicUrl}/service-approval-ui/service-use-approval/approval/${ak}`,
  reject: `${publicUrl}/service-approval-ui/service-use-approval/reject/${ak}`,
});
