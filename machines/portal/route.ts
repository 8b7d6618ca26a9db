import { parseTokenCode, type TokenCode } from '#wire/token-codes.ts';

/** A screen that the address asks for (spec section 2, "Routes"). */
export type Route =
  | { readonly screen: 'root' | 'login' | 'redirect' | 'first' | 'select' | 'logout' }
  | { readonly screen: 'error'; readonly reason: string }
  | { readonly screen: 'method'; readonly code: TokenCode | null }
  /** Known to the specification, but its flow is not built yet. */
  | { readonly screen: 'absent'; readonly address: string }
  /** The first screen of the first step for the person who is known; no address asks for it. */
  | { readonly screen: 'firstStep' }
  | { readonly screen: 'unknown' };

const BUILT: Readonly<Record<string, (query: URLSearchParams) => Route>> = {
  '/': () => ({ screen: 'root' }),
  '/login': () => ({ screen: 'login' }),
  '/redirect': () => ({ screen: 'redirect' }),
  '/oauth2/authorize': () => ({ screen: 'redirect' }),
  '/first': () => ({ screen: 'first' }),
  '/first/select': () => ({ screen: 'select' }),
  '/first/auth': (query) => ({ screen: 'method', code: parseTokenCode(query.get('type')) }),
  '/logout': () => ({ screen: 'logout' }),
  '/error': (query) => ({ screen: 'error', reason: query.get('reason') ?? '' }),
};

const ABSENT: readonly RegExp[] = [
  /^\/provisioning$/,
  /^\/authenticated$/,
  /^\/service-approval-ui\/(service-use-approval\/(approval|reject)\/[^/]+|error)$/,
  /^\/password(\/forgot)?$/,
  /^\/change$/,
  /^\/(authentication|self|auth)$/,
  /^\/first\/management$/,
  /^\/second(\/management)?$/,
];

/** Reads an address of the portal: path and query, without origin. A trailing slash makes no difference. */
export function parseRoute(address: string): Route {
  const [path = '/', search = ''] = address.split(/\?(.*)/s);
  const trimmed = path === '/' ? path : path.replace(/\/+$/, '') || '/';
  if (Object.hasOwn(BUILT, trimmed)) {
    const read = BUILT[trimmed];
    if (read) return read(new URLSearchParams(search));
  }
  return ABSENT.some((pattern) => pattern.test(trimmed))
    ? { screen: 'absent', address }
    : { screen: 'unknown' };
}

/** The query `appName` of an entry address (decision 97); empty when there is none. */
export const appNameOf = (address: string): string =>
  new URLSearchParams(address.split(/\?(.*)/s)[1] ?? '').get('appName') ?? '';
