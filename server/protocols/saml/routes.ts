/** The paths of the engine. The first three are public. */
export const ROUTES = {
  metadata: '/saml/metadata',
  sso: '/saml/sso',
  slo: '/saml/slo',
  /** The target of the redirect after a POST: the redirected GET contains the cookies (rule 158). */
  ssoContinue: '/saml/continue',
  sloContinue: '/saml/slo/continue',
  /** The page that notifies one service after the other of a sign-out. */
  logoutRound: '/saml/slo/farewell',
  resume: '/saml/resume',
} as const;

/**
 * Whether the engine handles an HTTP request. `/saml` and `/saml/emergency` are pages of the portal, to which the logo
 * leads (rule 31).
 * @param url the path with the query, as in the request line
 */
export function isEngineRequest(_method: string, url: string): boolean {
  const [path = ''] = url.split('?', 1);
  return path.startsWith('/saml/') && path !== '/saml/emergency';
}
