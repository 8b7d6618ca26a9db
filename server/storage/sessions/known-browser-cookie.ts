import { KNOWN_BROWSER_DAYS } from '#server/storage/repositories/known-browsers.ts';
import { type BrowserCookie, browserCookie } from './browser-cookie.ts';

/** The cookie of a known browser (rule 243) for a portal at `publicUrl`. */
export const knownBrowserCookie = (publicUrl: string): BrowserCookie =>
  browserCookie(publicUrl, 'munjigi_browser', KNOWN_BROWSER_DAYS);
