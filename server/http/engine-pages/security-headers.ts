import { createHash } from 'node:crypto';

const cspHash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** The inline style and script of a page, and the targets of its form. */
export type PageSources = {
  readonly style: string;
  readonly script: string | null;
  /** Origins of the services to which a form of the page is sent, directly or through a redirect. */
  readonly formOrigins: readonly string[];
};

/**
 * The sources of `form-action` for a form that is sent to services: only the schemes of their origins (rule 158). A
 * service may redirect to an origin that it has not registered, for example a broker to an application, and Chromium
 * applies `form-action` to redirects, too.
 */
const formActionSources = (origins: readonly string[]): readonly string[] =>
  [...new Set(origins.map((origin) => new URL(origin).protocol))].toSorted();

/** The content security policy of a page that the server writes itself. */
export const contentSecurityPolicy = ({ style, script, formOrigins }: PageSources): string =>
  [
    "default-src 'none'",
    `style-src ${cspHash(style)}`,
    `script-src ${script === null ? "'none'" : cspHash(script)}`,
    ["form-action 'self'", ...formActionSources(formOrigins)].join(' '),
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');

/** Headers of a page that the server writes itself. */
export const pageHeaders = (sources: PageSources): Readonly<Record<string, string>> => ({
  'Content-Security-Policy': contentSecurityPolicy(sources),
  'Cache-Control': 'no-store',
  Vary: 'Accept-Language, Cookie',
});
