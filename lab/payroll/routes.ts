import { Hono } from 'hono';
import { tokenIntrospection } from 'openid-client';
import type { LabOptions } from '#lab/options.ts';
import { createPortalDiscovery } from '#lab/service/relying-party.ts';

/** The path of the payslip of the person to whom the access token belongs. */
export const PAYSLIP_PATH = '/payroll/payslip';

/** A payslip. `month` is a month such as `2026-11`, `paid` the sum in won. */
export type Payslip = { readonly month: string; readonly paid: number };

/** The sign-in that the resource server requires. */
const REQUIRED_SIGN_IN = { acr: 'urn:munjigi:acr:two-steps', maxAgeSeconds: 300 };

/** The value of `WWW-Authenticate` that says why a token is refused (RFC 6750, section 3.1; RFC 9470, section 3). */
const challengeHeader = (error: string, parameters: Readonly<Record<string, string>> = {}): string =>
  `Bearer ${Object.entries({ error, ...parameters })
    .map(([name, value]) => `${name}="${value}"`)
    .join(', ')}`;

/**
 * The resource server with the payslips. It looks up each access token at the portal (introspection, RFC 7662). When
 * the sign-in is weaker or older than {@link REQUIRED_SIGN_IN}, it answers that another sign-in is required (RFC 9470).
 */
export function payrollRoutes(options: LabOptions): Hono {
  const discoverPortal = createPortalDiscovery(options);
  return new Hono().get(PAYSLIP_PATH, async (c) => {
    const token = /^Bearer (\S+)$/i.exec(c.req.header('Authorization') ?? '')?.[1];
    const introspection =
      token === undefined ? null : await tokenIntrospection(await discoverPortal(), token);
    if (!introspection?.active)
      return c.body(null, 401, { 'WWW-Authenticate': challengeHeader('invalid_token') });
    const ageSeconds = options.now() / 1000 - Number(introspection['auth_time']);
    if (introspection['acr'] !== REQUIRED_SIGN_IN.acr || ageSeconds > REQUIRED_SIGN_IN.maxAgeSeconds) {
      return c.body(null, 401, {
        'WWW-Authenticate': challengeHeader('insufficient_user_authentication', {
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
