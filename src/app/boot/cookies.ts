const PROBE = 'munjigi_probe=1';

/**
 * Whether the browser keeps cookies, without which nobody can sign in. It is tried out: `cookieEnabled` says yes in
 * browsers that keep none. A page in a frame of another site has none, and needs none.
 */
export function keepsCookies(page: Window): boolean {
  if (page.parent !== page) return true;
  page.document.cookie = `${PROBE}; Path=/; SameSite=Lax`;
  const found = page.document.cookie.includes(PROBE);
  page.document.cookie = `${PROBE}; Path=/; SameSite=Lax; Max-Age=0`;
  return found;
}
