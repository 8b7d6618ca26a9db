import type { ServerConfig } from '#server/config/schema.ts';
import { type BrowserCookie, browserCookie } from './browser-cookie.ts';

/** The cookie of a remembered browser (rule 252). It lasts for the longest `rememberBrowserDays` of all policies. */
export const rememberedBrowserCookie = ({
  publicUrl,
  policies,
}: Pick<ServerConfig, 'publicUrl' | 'policies'>): BrowserCookie =>
  browserCookie(
    publicUrl,
    'munjigi_remembered',
    Math.max(0, ...policies.map(({ rememberBrowserDays = 0 }) => rememberBrowserDays)),
  );
