import type { Browser } from '#tests/server/oidc/browser.ts';
import { firstStep } from '#tests/support/server/steps.ts';

type CallAnswer = { readonly status: number; readonly json: Record<string, unknown> };

/** Makes a call as the portal's page does. */
export async function call(
  browser: Browser,
  portal: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<CallAnswer> {
  const response = await browser.open(`${portal}${path}`, {
    method,
    headers: { accept: 'application/json', 'content-type': 'application/json', 'x-language': 'en' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, json: await response.json() };
}

/** Checks the policy and signs in by password, as the portal's page does for a request of `clientId`; returns the answer of /authenticate. */
export async function signIn(
  browser: Browser,
  portal: string,
  userId: string,
  clientId: string,
  type: 'oidc' | 'saml',
): Promise<CallAnswer> {
  const { json: policy } = await call(browser, portal, 'POST', '/auth/policy/check', { userId, clientId });
  return call(browser, portal, 'POST', '/authenticate', {
    userId,
    userPassword: firstStep({ clientId, type, policyId: String(policy['policyId']) }),
  });
}
