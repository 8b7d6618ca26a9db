const PROBE = 'munjigi_probe=1';

let kept: boolean | undefined;

function isKept(): boolean {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing on plain http.
  document.cookie = `${PROBE}; Path=/; SameSite=Lax`;
  const found = document.cookie.includes(PROBE);
  // biome-ignore lint/suspicious/noDocumentCookie: as above.
  document.cookie = `${PROBE}; Path=/; SameSite=Lax; Max-Age=0`;
  return found;
}

/**
 * Whether the browser keeps cookies, without which nobody can sign in. It is tried out once: `cookieEnabled` says
 * yes in browsers that keep none. A page in a frame of another site has none, and needs none.
 */
export function keepsCookies(): boolean {
  kept ??= window.parent !== window || isKept();
  return kept;
}
