import { Hono } from 'hono';
import { tokenIntrospection } from 'openid-client';
import type { LabOptions } from '#lab/options.ts';
import { discovery } from '#lab/service/relying-party.ts';

/** The address of a person's payslip. */
export const PAYSLIP_PATH = '/payroll/payslip';

/** A payslip: the month as 2026-11, the sum in won. */
export type Payslip = { readonly month: string; readonly paid: number };

/** The sign-in that the resource server requires. */
const REQUIRED_SIGN_IN = { acr: 'urn:munjigi:acr:two-steps', maxAgeSeconds: 300 };

/** Why a token is refused (RFC 6750, section 3.1; RFC 9470, section 3), for WWW-Authenticate. */
const challenge = (error: string, more: Readonly<Record<string, string>> = {}): string =>
  `Bearer ${Object.entries({ error, ...more })
    .map(([name, value]) => `${name}="${value}"`)
    .join(', ')}`;

/**
 * A resource server that introspects each token at the portal (RFC 7662), and challenges the client when the sign-in is
 * weaker or older than {@link REQUIRED_SIGN_IN} (RFC 9470).
 */
export function payroll(options: LabOptions): Hono {
  const portal = discovery(options);
  return new Hono().get(PAYSLIP_PATH, async (c) => {
    const token = /^Bearer (\S+)$/i.exec(c.req.header('Authorization') ?? '')?.[1];
    const introspection = token === undefined ? null : await tokenIntrospection(await portal(), token);
    if (!introspection?.active) return c.body(null, 401, { 'WWW-Authenticate': challenge('invalid_token') });
    const age = options.now() / 1000 - Number(introspection['auth_time']);
    if (introspection['acr'] !== REQUIRED_SIGN_IN.acr || age > REQUIRED_SIGN_IN.maxAgeSeconds) {
      return c.body(null, 401, {
        'WWW-Authenticate': challenge('insufficient_user_authentication', {
          error_description: 'Two steps within the last 5 minutes are required',
          acr_values: REQUIRED_SIGN_IN.acr,
          max_age: String(REQUIRED_SIGN_IN.maxAgeSeconds),
        }),
      });
    }
    const month = new Date(options.now()).toISOString().slice(0, 7);
    return c.json({ month, paid: 3_120_000 } satisfies Payslip);
  });
}
