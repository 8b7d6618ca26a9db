/** Paths of the engine; the first three are in its metadata. */
export const ROUTES = {
  metadata: '/saml/metadata',
  sso: '/saml/sso',
  slo: '/saml/slo',
  /** Target of the redirect after a POST, whose GET carries the cookies (rule 158). */
  ssoContinue: '/saml/continue',
  sloContinue: '/saml/slo/continue',
  /** The page that notifies one service after the other of the logout. */
  logoutRound: '/saml/slo/farewell',
  resume: '/saml/resume',
} as const;

/**
 * Whether a request belongs to the engine. `/saml` and `/saml/emergency` are pages of the portal, to which the
 * logo leads (rule 31).
 * @param url path and query as in the request line.
 */
export function isEngineRequest(_method: string, url: string): boolean {
  const [path = ''] = url.split('?', 1);
  return path.startsWith('/saml/') && path !== '/saml/emergency';
}
