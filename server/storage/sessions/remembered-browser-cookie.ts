import type { ServerConfig } from '#server/config/schema.ts';
import { type BrowserCookie, browserCookie } from './browser-cookie.ts';

/** The cookie by which a browser stands in for a second step (rule 252), kept as long as any policy says. */
export const rememberedBrowserCookie = ({
  publicUrl,
  policies,
}: Pick<ServerConfig, 'publicUrl' | 'policies'>): BrowserCookie =>
  browserCookie(
    publicUrl,
    'munjigi_remembered',
    Math.max(0, ...policies.map(({ rememberBrowserDays = 0 }) => rememberBrowserDays)),
  );
