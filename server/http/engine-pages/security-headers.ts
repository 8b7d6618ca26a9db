import { createHash } from 'node:crypto';

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** The inline sources and form targets that a page needs. */
export type PageSources = {
  readonly style: string;
  readonly script: string | null;
  /** Origins of the services that a form of the page leads to. */
  readonly formOrigins: readonly string[];
};

/**
 * Targets of a form that leads to services: only the schemes of their origins (rule 158). A service may redirect to an origin
 * that it has not registered, such as a broker to an application, and Chromium applies `form-action` to redirects, too.
 */
const formTargets = (origins: readonly string[]): readonly string[] =>
  [...new Set(origins.map((origin) => new URL(origin).protocol))].toSorted();

/** The Content-Security-Policy of one page of an engine. */
export const contentSecurityPolicy = ({ style, script, formOrigins }: PageSources): string =>
  [
    "default-src 'none'",
    `style-src ${hashOf(style)}`,
    `script-src ${script === null ? "'none'" : hashOf(script)}`,
    ["form-action 'self'", ...formTargets(formOrigins)].join(' '),
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');

/** Headers of a page of an engine. */
export const pageHeaders = (sources: PageSources): Readonly<Record<string, string>> => ({
  'Content-Security-Policy': contentSecurityPolicy(sources),
  'Cache-Control': 'no-store',
  Vary: 'Accept-Language, Cookie',
});
