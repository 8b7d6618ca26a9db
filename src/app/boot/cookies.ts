const PROBE = 'munjigi_probe=1';

/**
 * Whether the browser stores cookies, which a sign-in needs. A cookie is set and read, since `cookieEnabled` is true
 * in browsers that store none. A page in a frame of another site needs none.
 */
export function storesCookies(page: Window): boolean {
  if (page.parent !== page) return true;
  page.document.cookie = `${PROBE}; Path=/; SameSite=Lax`;
  const isStored = page.document.cookie.includes(PROBE);
  page.document.cookie = `${PROBE}; Path=/; SameSite=Lax; Max-Age=0`;
  return isStored;
}
