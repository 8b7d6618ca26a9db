import { SEED_PASSWORD } from '#server/seed/accounts.ts';
import type { Browser } from '#tests/server/oidc/browser.ts';
import { encodeUserPassword } from '#wire/user-password.ts';

type CallAnswer = { readonly status: number; readonly json: Record<string, unknown> };

/** A call as the portal's page makes it. */
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

/** Checks the policy and proves the password, as the portal's page does for a request of `clientId`. */
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
    userPassword: encodeUserPassword({
      step: '1',
      secret: SEED_PASSWORD,
      clientId,
      accessToken: '',
      tokenCode: '-1',
      type,
      mode: 'web',
      policyId: String(policy['policyId']),
      fixed: 'N',
      alwaysSend: 'N',
      ip: '',
      check: '',
      redirect: '',
    }),
  });
}
