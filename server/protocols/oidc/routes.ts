import { DEVICE_PAGE_PATH } from '#wire/device-sign-in.ts';

/** The paths of the engine, as in the discovery document. */
export const ROUTES = {
  authorization: '/oauth2/authorize',
  token: '/oauth2/token',
  userinfo: '/oauth2/userinfo',
  jwks: '/oauth2/jwks',
  end_session: '/oauth2/end-session',
  pushed_authorization_request: '/oauth2/par',
  introspection: '/oauth2/introspect',
  device_authorization: '/oauth2/device-authorization',
  code_verification: DEVICE_PAGE_PATH,
} as const;

const DISCOVERY_PATHS: ReadonlySet<string> = new Set([
  '/.well-known/openid-configuration',
  '/.well-known/oauth-authorization-server',
]);

/** The paths at which a pending request is resumed. */
const RESUME_PATH_PATTERN = new RegExp(
  `^(?:${ROUTES.authorization}|${ROUTES.code_verification})/([A-Za-z0-9_-]{1,64})$`,
);

/** The id of the interaction that is resumed at a path; null for any other path. */
export const interactionOfPath = (path: string): string | null => RESUME_PATH_PATTERN.exec(path)?.[1] ?? null;

/**
 * Whether the engine handles an HTTP request. A GET of the authorization endpoint without `client_id` and `request_uri`
 * is a page of the portal (rule 42).
 * @param url the path with the query, as in the request line
 */
export function isEngineRequest(method: string, url: string): boolean {
  const [path = '', query = ''] = url.split('?', 2);
  if (DISCOVERY_PATHS.has(path)) return true;
  if (path === ROUTES.authorization && (method === 'GET' || method === 'HEAD')) {
    const params = new URLSearchParams(query);
    return params.has('client_id') || params.has('request_uri');
  }
  return path.startsWith('/oauth2/') || interactionOfPath(path) !== null;
}
