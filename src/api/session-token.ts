import { AUTH_HEADER } from '#wire/names.ts';

/** A token that this call sends instead of the stored one (rule 11). */
export type CallAuth =
  | { readonly header: 'Authorization'; readonly token: string }
  /** `storedTokenHeader`: the stored token is sent too, as the second-step polls require. */
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
  const ownHeader = bearerHeader(AUTH_HEADER, auth.token);
  return auth.storedTokenHeader === undefined
    ? ownHeader
    : { ...ownHeader, ...bearerHeader(auth.storedTokenHeader, storedToken) };
}

/** Calls whose 401 does not end the session: proofs, and saving a default (rules 63 and 134). */
const CALLS_KEEPING_SESSION: readonly RegExp[] = [
  /^\/login\/(password|oidc)$/,
  /^\/authenticate$/,
  /^\/auth\/login\/\w+$/,
  /^\/auth\/oauth2\/mfa\/check$/,
  /^\/data\/portal\/default$/,
  /^\/data\/sso\/password\/(answer|ak)\/verification$/,
  /^\/data\/sso\/accounts\/[^/]+\/verification$/,
];

/** Whether a failed call means that the session of the stored token has ended. */
export function endsSession(
  { path, auth }: { readonly path: string; readonly auth?: CallAuth | undefined },
  storedToken: string,
): boolean {
  const isSent = Object.values(authHeaders(auth, storedToken)).includes(`Bearer ${storedToken}`);
  return storedToken !== '' && isSent && !CALLS_KEEPING_SESSION.some((call) => call.test(path));
}
