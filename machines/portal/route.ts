import {
  DEVICE_PAGE_PATH,
  DEVICE_RESULT_PARAM,
  DEVICE_RESULTS,
  type DeviceResult,
  USER_CODE_PARAM,
} from '#wire/device-sign-in.ts';
import { FLOW_TYPES } from '#wire/runtime-config.ts';
import { parseTypeCode, TYPE_CODES, type TypeCode } from '#wire/type-codes.ts';

/** Result of an application for service use; `used` for a link that was opened before (spec section 2). */
export type ApplicationResult = 'approved' | 'rejected' | 'used';

/** A screen that the address requests (spec section 2, "Routes"). */
export type Route =
  | { readonly screen: 'root' | 'login' | 'redirect' | 'select' | 'second' | 'auth' | 'logout' }
  /** `isAlias`: the address is not the main address of the screen; the address bar then shows the main address (rule 31). */
  | { readonly screen: 'first'; readonly isAlias?: true }
  | { readonly screen: 'error'; readonly reason: string }
  | { readonly screen: 'method'; readonly code: TypeCode | null; readonly isAlias?: true }
  | { readonly screen: 'result'; readonly result: ApplicationResult; readonly address: string }
  | { readonly screen: 'provisioning'; readonly ak: string; readonly address: string }
  /** `code` is the type code of the factor to register; null when the address has no type, or an unknown type (rule 27). */
  | { readonly screen: 'management'; readonly step: 'first' | 'second'; readonly code: TypeCode | null }
  /** `otp` is removed from the address immediately (rule 49). */
  | { readonly screen: 'authenticated'; readonly otp: string }
  /** `clientId` and `ak` are empty when the address does not have them (rule 129). */
  | {
      readonly screen: 'url-password';
      readonly clientId: string;
      readonly ak: string;
      readonly address: string;
    }
  /** `userCode` is empty when the address does not have one (rule 278). */
  | { readonly screen: 'device-sign-in'; readonly userCode: string; readonly result: DeviceResult | null }
  | { readonly screen: 'forgot-password' | 'password-expiry' }
  | { readonly screen: 'self-auth'; readonly address: string }
  /** The first screen of the first step for an identified person; it has no address. */
  | { readonly screen: 'firstStep' }
  | { readonly screen: 'unknown' };

const ROUTES: Readonly<Record<string, (query: URLSearchParams, address: string) => Route>> = {
  '/': () => ({ screen: 'root' }),
  '/login': () => ({ screen: 'login' }),
  '/redirect': () => ({ screen: 'redirect' }),
  '/oauth2/authorize': () => ({ screen: 'redirect' }),
  [DEVICE_PAGE_PATH]: (query) => ({
    screen: 'device-sign-in',
    userCode: query.get(USER_CODE_PARAM) ?? '',
    result: DEVICE_RESULTS.find((result) => result === query.get(DEVICE_RESULT_PARAM)) ?? null,
  }),
  '/first': () => ({ screen: 'first' }),
  '/first/select': () => ({ screen: 'select' }),
  '/first/auth': (query) => ({ screen: 'method', code: parseTypeCode(query.get('type')) }),
  '/auth': () => ({ screen: 'auth' }),
  '/authenticated': (query) => ({ screen: 'authenticated', otp: query.get('otp') ?? '' }),
  '/provisioning': (query, address) => ({ screen: 'provisioning', ak: query.get('ak') ?? '', address }),
  '/password': (query, address) => ({
    screen: 'url-password',
    clientId: query.get('clientid') ?? query.get('clientId') ?? '',
    ak: query.get('ak') ?? '',
    address,
  }),
  '/password/forgot': () => ({ screen: 'forgot-password' }),
  '/change': () => ({ screen: 'password-expiry' }),
  '/authentication': (_, address) => ({ screen: 'self-auth', address }),
  '/self': (_, address) => ({ screen: 'self-auth', address }),
  '/second': () => ({ screen: 'second' }),
  '/first/management': (query) => ({
    screen: 'management',
    step: 'first',
    code: parseTypeCode(query.get('type')),
  }),
  '/second/management': (query) => ({
    screen: 'management',
    step: 'second',
    code: parseTypeCode(query.get('type')),
  }),
  '/logout': () => ({ screen: 'logout' }),
  '/error': (query) => ({ screen: 'error', reason: query.get('reason') ?? '' }),
};

const RESULT_PATHS: readonly (readonly [RegExp, ApplicationResult])[] = [
  [/^\/service-approval-ui\/service-use-approval\/approval\/[^/]+$/, 'approved'],
  [/^\/service-approval-ui\/service-use-approval\/reject\/[^/]+$/, 'rejected'],
  [/^\/service-approval-ui\/error$/, 'used'],
];

/**
 * The route of an address to which the logo links (rule 31): `/{type}`, `/{type}/emergency` or `/user/{method}`; null
 * for any other address.
 */
function aliasOf(path: string): Route | null {
  const [, type, method, ...others] = path.split('/');
  if (!FLOW_TYPES.some((flowType) => flowType === type) || others.length > 0) return null;
  if (method === undefined) return { screen: 'first', isAlias: true };
  if (method === 'emergency') return { screen: 'method', code: TYPE_CODES.emergency, isAlias: true };
  return type === 'user' ? { screen: 'method', code: parseTypeCode(method), isAlias: true } : null;
}

/** Splits an address at its first question mark. */
const splitAddress = (address: string): readonly string[] => address.split(/\?(.*)/s);

/**
 * The route of an address of the portal.
 * @param address path and query; a slash at the end of the path makes no difference
 */
export function parseRoute(address: string): Route {
  const [path = '/', search = ''] = splitAddress(address);
  const normalisedPath = path === '/' ? path : path.replace(/\/+$/, '') || '/';
  if (Object.hasOwn(ROUTES, normalisedPath)) {
    const toRoute = ROUTES[normalisedPath];
    if (toRoute) return toRoute(new URLSearchParams(search), address);
  }
  const result = RESULT_PATHS.find(([pattern]) => pattern.test(normalisedPath));
  if (result) return { screen: 'result', result: result[1], address };
  const alias = aliasOf(normalisedPath);
  return alias ?? { screen: 'unknown' };
}

/** The query parameter `appName` of an address (rule 97); empty when the address does not have it. */
export const appNameOf = (address: string): string =>
  new URLSearchParams(splitAddress(address)[1] ?? '').get('appName') ?? '';
