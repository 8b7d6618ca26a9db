import { createPrivateKey, sign } from 'node:crypto';
import type { OidcKey } from '#server/protocols/oidc/keys.ts';
import type { SecurityEvent } from '#server/storage/repositories/security-events.ts';

const base64urlJson = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';

/** The lifetime of a logout token, as recommended (OpenID Connect Back-Channel Logout 1.0, section 2.4). */
const LOGOUT_TOKEN_SECONDS = 120;

/** The values with which a token is signed. */
type TokenSigning = {
  readonly issuer: string;
  /** The client id of the service, or the audience of the receiver. */
  readonly audience: string;
  readonly key: OidcKey;
  /** The current time, in epoch milliseconds. */
  readonly now: number;
};

/**
 * The claims of a logout token. Each try has a new `jti`, because a service may refuse a `jti` that it has already
 * received (OpenID Connect Back-Channel Logout 1.0, section 2.6).
 * @param issuedAt in seconds since 1970
 */
const logoutClaims = ({ userId, claims, eventId, tries }: SecurityEvent, issuedAt: number) => ({
  iat: issuedAt,
  exp: issuedAt + LOGOUT_TOKEN_SECONDS,
  jti: `${eventId}.${tries}`,
  sub: userId,
  ...claims,
  events: { [LOGOUT_EVENT]: {} },
});

/**
 * The claims of a Security Event Token (RFC 8417). They are the same at each try, and do not contain `exp` and `sub`
 * (SSF 1.0, sections 4.1.2 and 4.1.7).
 */
const signalClaims = ({ userId, claims, eventId, createdAt }: SecurityEvent, issuer: string) => ({
  iat: Math.floor(createdAt / 1000),
  jti: eventId,
  ...(userId !== '' && { sub_id: { format: 'iss_sub', iss: issuer, sub: userId } }),
  ...claims,
});

/** The token of an event, signed with the key of ID tokens. */
export function securityEventToken(
  event: SecurityEvent,
  { issuer, audience, key, now }: TokenSigning,
): string {
  const isLogout = event.kind === 'logout';
  const typ = isLogout ? 'logout+jwt' : 'secevent+jwt';
  const claims = isLogout ? logoutClaims(event, Math.floor(now / 1000)) : signalClaims(event, issuer);
  const signingInput = `${base64urlJson({ alg: 'RS256', typ, kid: key.kid })}.${base64urlJson({ iss: issuer, aud: audience, ...claims })}`;
  const signature = sign(
    'sha256',
    Buffer.from(signingInput),
    createPrivateKey({ key: JSON.parse(JSON.stringify(key)), format: 'jwk' }),
  );
  return `${signingInput}.${signature.toString('base64url')}`;
}
