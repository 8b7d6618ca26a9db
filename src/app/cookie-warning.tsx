import { useEffect, useState } from 'react';
import { Banner } from '#src/ui/banner.tsx';
import { useText } from './text.ts';

const TEST_COOKIE = 'munjigi_probe=1';

/**
 * Whether the page can use cookies as far as it needs them. Sets a cookie and reads it, because
 * `navigator.cookieEnabled` is true even in some browsers that store no cookies. True without a test for a page in a
 * frame, which needs no cookies.
 */
function hasNeededCookies(pageWindow: Window): boolean {
  if (pageWindow.parent !== pageWindow) return true;
  pageWindow.document.cookie = `${TEST_COOKIE}; Path=/; SameSite=Lax`;
  const isStored = pageWindow.document.cookie.includes(TEST_COOKIE);
  pageWindow.document.cookie = `${TEST_COOKIE}; Path=/; SameSite=Lax; Max-Age=0`;
  return isStored;
}

/** Shows a warning if the browser does not store the cookies that a sign-in needs. */
export function CookieWarning() {
  const text = useText();
  const [hasCookies, setHasCookies] = useState(true);
  useEffect(() => setHasCookies(hasNeededCookies(window)), []);
  return <Banner tone="warning">{hasCookies ? null : text('cookies.blocked')}</Banner>;
}
