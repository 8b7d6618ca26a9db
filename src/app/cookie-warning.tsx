import { useEffect, useState } from 'react';
import { Banner } from '#src/ui/banner.tsx';
import { useText } from './text.ts';

const PROBE = 'munjigi_probe=1';

/**
 * Whether the browser stores cookies. One is set and read, since `cookieEnabled` is true in browsers that store none.
 * A page in a frame of another site needs none.
 */
function storesCookies(page: Window): boolean {
  if (page.parent !== page) return true;
  page.document.cookie = `${PROBE}; Path=/; SameSite=Lax`;
  const isStored = page.document.cookie.includes(PROBE);
  page.document.cookie = `${PROBE}; Path=/; SameSite=Lax; Max-Age=0`;
  return isStored;
}

/** Says that the browser stores no cookies, which a sign-in needs. */
export function CookieWarning() {
  const text = useText();
  const [hasCookies, setHasCookies] = useState(true);
  useEffect(() => setHasCookies(storesCookies(window)), []);
  return <Banner tone="warning">{hasCookies ? null : text('cookies.blocked')}</Banner>;
}
