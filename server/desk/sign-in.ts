import { createHash, timingSafeEqual } from 'node:crypto';
import { parse } from 'hono/utils/cookie';
import * as v from 'valibot';
import type { DeskSettings } from '#server/config/desk.ts';
import { usageRefusal } from '#server/login/policy/usage.ts';
import type { Portal } from '#server/login/portal.ts';
import { ROUTES } from '#server/protocols/oidc/routes.ts';
import type { DeskSessions } from '#server/storage/sessions/desk-sessions.ts';
import {
  DESK_CALLBACK_PATH,
  DESK_CLIENT_ID,
  DESK_PATH,
  DESK_SIGN_IN_PATH,
  type DeskSignInRefusal,
} from '#wire/desk/names.ts';
import { METHOD_TABLE } from '#wire/methods.ts';
import type { PostForm } from './back-channel.ts';
import type { Roles } from './roles.ts';

/** A redirect of the browser, with the cookies to set. */
export type SignInRedirect = { readonly to: string; readonly cookies: readonly string[] };

/** Signs people in at the help desk through OpenID Connect at the portal (authorization code flow with PKCE). */
export interface DeskSignIn {
  /**
   * Starts a sign-in.
   * @param query the query of the help desk's sign-in path
   */
  begin(query: URLSearchParams): SignInRedirect;
  /**
   * Finishes a sign-in.
   * @param query the query with which the portal has called the redirect URI
   */
  finish(query: URLSearchParams, cookieHeader: string): Promise<SignInRedirect>;
}

type Deps = {
  readonly portal: Portal;
  readonly desk: DeskSettings;
  readonly sessions: DeskSessions;
  readonly roles: Roles;
  readonly postForm: PostForm;
  /** The key of the portal session in which an authorisation code was issued; null when that session has ended. */
  readonly findPortalSession: (userId: string, code: string) => Promise<number | null>;
  /** Writes the result of a sign-in into the audit. */
  readonly report: (userId: string, result: DeskSignInRefusal | 'ok') => void;
};

/** The content of the cookie during a sign-in. */
const pendingSignInSchema = v.object({
  state: v.string(),
  nonce: v.string(),
  /** The code verifier of PKCE. */
  verifier: v.string(),
  /** The path of the help desk to which the browser goes after the sign-in. */
  to: v.string(),
  /** Whether the person has to sign in again although they are signed in at the portal. */
  isAgain: v.boolean(),
  /** When the sign-in started, in epoch milliseconds. */
  at: v.number(),
});

type PendingSignIn = v.InferOutput<typeof pendingSignInSchema>;

const claimsSchema = v.object({
  iss: v.string(),
  aud: v.string(),
  sub: v.string(),
  nonce: v.string(),
  exp: v.number(),
  auth_time: v.number(),
  amr: v.array(v.string()),
});

/** The claims of the ID token. */
type Claims = v.InferOutput<typeof claimsSchema>;

/** How long a sign-in may take. */
const MAX_SIGN_IN_MS = 60 * 60_000;
const RANDOM_BYTES = 32;
/** The location for which a `Sealer` encrypts the cookie; a value for another location cannot be decrypted. */
const COOKIE_LOCATION = 'desk sign-in';

/** Whether two texts are equal, compared in constant time. */
const isEqual = (first: string, second: string): boolean => {
  const firstBytes = Buffer.from(first);
  const secondBytes = Buffer.from(second);
  return firstBytes.length === secondBytes.length && timingSafeEqual(firstBytes, secondBytes);
};

/**
 * The claims of the ID token in an answer of the token endpoint; null when the answer is not valid. The signature need
 * not be verified, because the token comes directly from the token endpoint (OpenID Connect Core 1.0, 3.1.3.7, point
 * 6).
 */
function parseClaims(body: string): Claims | null {
  try {
    const { id_token: idToken } = v.parse(v.object({ id_token: v.string() }), JSON.parse(body));
    const payload = Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString();
    return v.parse(claimsSchema, JSON.parse(payload));
  } catch {
    return null;
  }
}

/** Whether the person signed in with a passkey. */
const isPasskeySignIn = ({ amr }: Pick<Claims, 'amr'>): boolean =>
  METHOD_TABLE.passkey.amr.every((reference) => amr.includes(reference));

export function deskSignIn({
  portal,
  desk,
  sessions,
  roles,
  postForm,
  findPortalSession,
  report,
}: Deps): DeskSignIn {
  const { config, now, random, storage, accounts, localTime } = portal;
  const { publicUrl } = config;
  const redirectUri = `${desk.url}${DESK_CALLBACK_PATH}`;
  const isSecure = desk.url.startsWith('https:');
  const cookieName = isSecure ? '__Host-munjigi_desk_sign_in' : 'munjigi_desk_sign_in';
  const cookieAttributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  const expiredCookie = `${cookieName}=; Max-Age=0; ${cookieAttributes}`;
  const randomToken = (): string => random(RANDOM_BYTES).toString('base64url');

  /** The path of a page of the help desk; the start page instead of any other address. */
  const deskPathOf = (path: string): string => {
    if (!path.startsWith(DESK_PATH) || !URL.canParse(path, desk.url)) return DESK_PATH;
    const { origin, pathname, search } = new URL(path, desk.url);
    const isPage = origin === desk.url && pathname.startsWith(DESK_PATH);
    return isPage && ![DESK_SIGN_IN_PATH, DESK_CALLBACK_PATH].includes(pathname)
      ? `${pathname}${search}`
      : DESK_PATH;
  };

  /** The pending sign-in in the cookie; null when there is none or it has expired. */
  const pendingSignInFromCookie = (cookieHeader: string): PendingSignIn | null => {
    try {
      const sealed = parse(cookieHeader, cookieName)[cookieName] ?? '';
      const pendingSignIn = v.parse(
        pendingSignInSchema,
        JSON.parse(storage.sealer.open(COOKIE_LOCATION, sealed)),
      );
      return storage.sealer.isCurrent(sealed) && pendingSignIn.at + MAX_SIGN_IN_MS > now()
        ? pendingSignIn
        : null;
    } catch {
      return null;
    }
  };

  /** Exchanges an authorisation code for the claims of the ID token; null when the portal refuses the code. */
  const exchangeCode = async (code: string, { verifier }: PendingSignIn): Promise<Claims | null> => {
    const client = config.clients.find(({ clientId }) => clientId === DESK_CLIENT_ID);
    const secret = encodeURIComponent(client?.clientSecret ?? '');
    const { status, body } = await postForm(
      ROUTES.token,
      new URLSearchParams({
        grant_type: 'authorization_code',
        code,
        redirect_uri: redirectUri,
        code_verifier: verifier,
      }),
      { Authorization: `Basic ${Buffer.from(`${DESK_CLIENT_ID}:${secret}`).toString('base64')}` },
    );
    return status === 200 ? parseClaims(body) : null;
  };

  /** Whether the claims were issued for this sign-in. */
  const belongsToSignIn = (claims: Claims, { nonce, isAgain, at }: PendingSignIn): boolean =>
    claims.iss === publicUrl &&
    claims.aud === DESK_CLIENT_ID &&
    isEqual(claims.nonce, nonce) &&
    claims.exp * 1000 > now() &&
    (!isAgain || claims.auth_time >= Math.floor(at / 1000));

  const refusalRedirect = (code: DeskSignInRefusal): SignInRedirect => ({
    to: `${DESK_PATH}?refused=${code}`,
    cookies: [expiredCookie],
  });

  /** Writes a refusal into the audit. */
  const reportRefusal = (userId: string, code: DeskSignInRefusal): SignInRedirect => {
    report(userId, code);
    return refusalRedirect(code);
  };

  return {
    begin(query) {
      const pendingSignIn: PendingSignIn = {
        state: randomToken(),
        nonce: randomToken(),
        verifier: randomToken(),
        to: deskPathOf(query.get('to') ?? ''),
        isAgain: query.get('again') === 'Y',
        at: now(),
      };
      const parameters = new URLSearchParams({
        client_id: DESK_CLIENT_ID,
        response_type: 'code',
        scope: 'openid',
        redirect_uri: redirectUri,
        state: pendingSignIn.state,
        nonce: pendingSignIn.nonce,
        code_challenge: createHash('sha256').update(pendingSignIn.verifier).digest('base64url'),
        code_challenge_method: 'S256',
        ...(pendingSignIn.isAgain && { prompt: 'login' }),
      });
      const sealed = storage.sealer.seal(COOKIE_LOCATION, JSON.stringify(pendingSignIn));
      return {
        to: `${publicUrl}${ROUTES.authorization}?${parameters}`,
        cookies: [`${cookieName}=${sealed}; Max-Age=${MAX_SIGN_IN_MS / 1000}; ${cookieAttributes}`],
      };
    },

    async finish(query, cookieHeader) {
      const pendingSignIn = pendingSignInFromCookie(cookieHeader);
      const code = query.get('code');
      if (!pendingSignIn || !isEqual(query.get('state') ?? '', pendingSignIn.state) || code === null)
        return refusalRedirect('notSignedIn');
      if ((query.get('iss') ?? publicUrl) !== publicUrl) return refusalRedirect('notSignedIn');
      const claims = await exchangeCode(code, pendingSignIn);
      const account =
        claims && belongsToSignIn(claims, pendingSignIn) ? await accounts.find(claims.sub) : null;
      if (!claims || !account || usageRefusal(account, localTime())) return refusalRedirect('notSignedIn');
      const { userId } = account;
      const portalSession = await findPortalSession(userId, code);
      if (!isPasskeySignIn(claims)) return reportRefusal(userId, 'weakProof');
      if ((await roles.ofUser(userId)) === null) return reportRefusal(userId, 'noRole');
      if (portalSession === null) return reportRefusal(userId, 'notSignedIn');
      report(userId, 'ok');
      const session = await sessions.start(cookieHeader, {
        userId,
        portalSession,
        provedAt: claims.auth_time * 1000,
      });
      return { to: pendingSignIn.to, cookies: [expiredCookie, session] };
    },
  };
}
