import { AUTH_HEADER } from '#wire/names.ts';

/** A token that a call sends instead of the stored access token, and the header that contains it (rule 11). */
export type CallAuth =
  | { readonly header: 'Authorization'; readonly token: string }
  /**
   * `storedTokenHeader`: the header in which the call also sends the stored token, as the polls of the second step do.
   */
  | {
      readonly header: typeof AUTH_HEADER;
      readonly token: string;
      readonly storedTokenHeader?: 'Authorization';
    };

const bearerHeader = (name: string, token: string): Record<string, string> =>
  token === '' ? {} : { [name]: `Bearer ${token}` };

/** The headers of the tokens that a call sends. */
export function authHeaders(auth: CallAuth | undefined, storedToken: string): Record<string, string> {
  if (auth === undefined) return bearerHeader('Authorization', storedToken);
  if (auth.header === 'Authorization') return bearerHeader('Authorization', auth.token);
  const callTokenHeader = bearerHeader(AUTH_HEADER, auth.token);
  return auth.storedTokenHeader === undefined
    ? callTokenHeader
    : { ...callTokenHeader, ...bearerHeader(auth.storedTokenHeader, storedToken) };
}

/**
 * Paths of calls whose status 401 does not mean that the session has ended: proofs, and saving a default (rules 63,
 * 134).
 */
const PATHS_WITH_OTHER_401: readonly RegExp[] = [
  /^\/login\/(password|oidc)$/,
  /^\/authenticate$/,
  /^\/auth\/login\/\w+$/,
  /^\/auth\/oauth2\/mfa\/check$/,
  /^\/data\/portal\/default$/,
  /^\/data\/sso\/password\/(answer|ak)\/verification$/,
  /^\/data\/sso\/accounts\/[^/]+\/verification$/,
];

/** Whether status 401 of a call means that the session of the stored token has ended. */
export function endsSession(
  { path, auth }: { readonly path: string; readonly auth?: CallAuth | undefined },
  storedToken: string,
): boolean {
  const isSent = Object.values(authHeaders(auth, storedToken)).includes(`Bearer ${storedToken}`);
  return storedToken !== '' && isSent && !PATHS_WITH_OTHER_401.some((pattern) => pattern.test(path));
}
