import { createHash } from 'node:crypto';

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** The inline sources and form targets that a page needs. */
export type PageSources = {
  readonly style: string;
  readonly script: string | null;
  /** Other origins that a form of the page may be sent or redirected to (decision 158). */
  readonly formOrigins: readonly string[];
};

/** The Content-Security-Policy of one page of an engine. */
export const contentSecurityPolicy = ({ style, script, formOrigins }: PageSources): string =>
  [
    "default-src 'none'",
    `style-src ${hashOf(style)}`,
    `script-src ${script === null ? "'none'" : hashOf(script)}`,
    ["form-action 'self'", ...formOrigins].join(' '),
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
