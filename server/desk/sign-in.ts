import { createHash, timingSafeEqual } from 'node:crypto';
import { parse } from 'hono/utils/cookie';
import * as v from 'valibot';
import type { DeskSettings } from '#server/config/desk.ts';
import { usageRefusal } from '#server/login/policy/usage.ts';
import type { Portal } from '#server/login/portal.ts';
import { ROUTES } from '#server/protocols/oidc/routes.ts';
import type { DeskSessions } from '#server/storage/sessions/desk-sessions.ts';
import {
  DESK_CALLBACK,
  DESK_CLIENT_ID,
  DESK_PATH,
  DESK_SIGN_IN,
  type DeskSignInRefusal,
} from '#wire/desk/names.ts';
import { METHOD_TABLE } from '#wire/methods.ts';
import type { PostForm } from './back-channel.ts';
import type { Roles } from './roles.ts';

/** Where the browser goes, and the cookies that it gets. */
export type Way = { readonly to: string; readonly cookies: readonly string[] };

/** Signs people in at the desk by the portal's OpenID engine: code flow with PKCE, state and nonce. */
export interface DeskSignIn {
  /** @param query of the address that begins it */
  begin(query: URLSearchParams): Way;
  /** @param query of the address that the portal sends the browser back to */
  finish(query: URLSearchParams, cookieHeader: string): Promise<Way>;
}

type Deps = {
  readonly portal: Portal;
  readonly desk: DeskSettings;
  readonly sessions: DeskSessions;
  readonly roles: Roles;
  readonly post: PostForm;
  /** The portal's session in which a person was given a code, by its key; null when it is over. */
  readonly sessionOf: (userId: string, code: string) => Promise<number | null>;
  /** Hears who was let in or not. */
  readonly report: (userId: string, result: DeskSignInRefusal | 'ok') => void;
};

const flowSchema = v.object({
  state: v.string(),
  nonce: v.string(),
  verifier: v.string(),
  to: v.string(),
  isAgain: v.boolean(),
  at: v.number(),
});

type Flow = v.InferOutput<typeof flowSchema>;

const claimsSchema = v.object({
  iss: v.string(),
  aud: v.string(),
  sub: v.string(),
  nonce: v.string(),
  exp: v.number(),
  auth_time: v.number(),
  amr: v.array(v.string()),
});

/** What an ID token says of the sign-in. */
type Claims = v.InferOutput<typeof claimsSchema>;

const FLOW_MS = 60 * 60_000;
const RANDOM_BYTES = 32;
/** Seals what a cookie carries; it opens nowhere else. */
const PLACE = 'desk sign-in';

const isSame = (one: string, other: string): boolean => {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
};

/** The claims of an ID token that came from the token endpoint itself (OpenID Connect Core 1.0, 3.1.3.7, point 6). */
function claimsOf(body: string): Claims | null {
  try {
    const { id_token: token } = v.parse(v.object({ id_token: v.string() }), JSON.parse(body));
    const payload = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString();
    return v.parse(claimsSchema, JSON.parse(payload));
  } catch {
    return null;
  }
}

/** Whether a passkey was among what the person has proved. */
const isByPasskey = ({ amr }: Pick<Claims, 'amr'>): boolean =>
  METHOD_TABLE.passkey.amr.every((reference) => amr.includes(reference));

export function deskSignIn({ portal, desk, sessions, roles, post, sessionOf, report }: Deps): DeskSignIn {
  const { config, now, random, storage, accounts, local } = portal;
  const { publicUrl } = config;
  const redirectUri = `${desk.url}${DESK_CALLBACK}`;
  const isSecure = desk.url.startsWith('https:');
  const cookie = isSecure ? '__Host-munjigi_desk_sign_in' : 'munjigi_desk_sign_in';
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  const cleared = `${cookie}=; Max-Age=0; ${attributes}`;
  const token = (): string => random(RANDOM_BYTES).toString('base64url');

  /** A page of the desk; its first one for anything else. */
  const pageOf = (wanted: string): string => {
    if (!wanted.startsWith(DESK_PATH) || !URL.canParse(wanted, desk.url)) return DESK_PATH;
    const { origin, pathname, search } = new URL(wanted, desk.url);
    const isPage = origin === desk.url && pathname.startsWith(DESK_PATH);
    return isPage && ![DESK_SIGN_IN, DESK_CALLBACK].includes(pathname) ? `${pathname}${search}` : DESK_PATH;
  };

  const flowIn = (cookieHeader: string): Flow | null => {
    try {
      const sealed = parse(cookieHeader, cookie)[cookie] ?? '';
      const flow = v.parse(flowSchema, JSON.parse(storage.sealer.open(PLACE, sealed)));
      return storage.sealer.isCurrent(sealed) && flow.at + FLOW_MS > now() ? flow : null;
    } catch {
      return null;
    }
  };

  const redeem = async (code: string, { verifier }: Flow): Promise<Claims | null> => {
    const client = config.clients.find(({ clientId }) => clientId === DESK_CLIENT_ID);
    const secret = encodeURIComponent(client?.clientSecret ?? '');
    const { status, body } = await post(
      ROUTES.token,
      new URLSearchParams({
        grant_type: 'authorization_code',
        code,
        redirect_uri: redirectUri,
        code_verifier: verifier,
      }),
      { Authorization: `Basic ${Buffer.from(`${DESK_CLIENT_ID}:${secret}`).toString('base64')}` },
    );
    return status === 200 ? claimsOf(body) : null;
  };

  const isOfFlow = (claims: Claims, { nonce, isAgain, at }: Flow): boolean =>
    claims.iss === publicUrl &&
    claims.aud === DESK_CLIENT_ID &&
    isSame(claims.nonce, nonce) &&
    claims.exp * 1000 > now() &&
    (!isAgain || claims.auth_time >= Math.floor(at / 1000));

  const refused = (why: DeskSignInRefusal): Way => ({
    to: `${DESK_PATH}?refused=${why}`,
    cookies: [cleared],
  });

  const turnedAway = (userId: string, why: DeskSignInRefusal): Way => {
    report(userId, why);
    return refused(why);
  };

  return {
    begin(query) {
      const flow: Flow = {
        state: token(),
        nonce: token(),
        verifier: token(),
        to: pageOf(query.get('to') ?? ''),
        isAgain: query.get('again') === 'Y',
        at: now(),
      };
      const asked = new URLSearchParams({
        client_id: DESK_CLIENT_ID,
        response_type: 'code',
        scope: 'openid',
        redirect_uri: redirectUri,
        state: flow.state,
        nonce: flow.nonce,
        code_challenge: createHash('sha256').update(flow.verifier).digest('base64url'),
        code_challenge_method: 'S256',
        ...(flow.isAgain && { prompt: 'login' }),
      });
      const sealed = storage.sealer.seal(PLACE, JSON.stringify(flow));
      return {
        to: `${publicUrl}${ROUTES.authorization}?${asked}`,
        cookies: [`${cookie}=${sealed}; Max-Age=${FLOW_MS / 1000}; ${attributes}`],
      };
    },

    async finish(query, cookieHeader) {
      const flow = flowIn(cookieHeader);
      const code = query.get('code');
      if (!flow || !isSame(query.get('state') ?? '', flow.state) || code === null)
        return refused('notSignedIn');
      if ((query.get('iss') ?? publicUrl) !== publicUrl) return refused('notSignedIn');
      const claims = await redeem(code, flow);
      const account = claims && isOfFlow(claims, flow) ? await accounts.find(claims.sub) : null;
      if (!claims || !account || usageRefusal(account, local())) return refused('notSignedIn');
      const { userId } = account;
      const portalSession = await sessionOf(userId, code);
      if (!isByPasskey(claims)) return turnedAway(userId, 'weakProof');
      if ((await roles.of(userId)) === null) return turnedAway(userId, 'noRole');
      if (portalSession === null) return turnedAway(userId, 'notSignedIn');
      report(userId, 'ok');
      const session = await sessions.start(cookieHeader, {
        userId,
        portalSession,
        provedAt: claims.auth_time * 1000,
      });
      return { to: flow.to, cookies: [cleared, session] };
    },
  };
}
