import { createHash } from 'node:crypto';
import { picturesOf } from '#server/config/branding.ts';
import type { ServerConfig } from '#server/config/schema.ts';
import { servicesOf } from '#server/config/services.ts';
import { EARLY_SCRIPT } from '#wire/early-script.ts';

/** The CSP source of an inline script or style: its hash. */
export function cspSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/** CSP source of the only inline script of a page. */
const EARLY_SCRIPT_HASH = cspSource(EARLY_SCRIPT);

type Headers = Readonly<Record<string, string>>;

const originOf = (url: string | undefined): string[] => (url ? [new URL(url).origin] : []);

/** The origins from which the pictures of logos are loaded, without the portal's origin. */
export const pictureOrigins = (logos: readonly Parameters<typeof picturesOf>[0][]): string[] => [
  ...new Set(logos.flatMap(picturesOf).flatMap((url) => (url.startsWith('/') ? [] : originOf(url)))),
];

const logoOrigins = (config: ServerConfig): string[] =>
  pictureOrigins([config.branding.logo, ...servicesOf(config).map(({ branding }) => branding?.logo)]);

/** A directive of a content security policy. */
export const directive = (name: string, sources: readonly string[]): string => [name, ...sources].join(' ');

function contentSecurityPolicy(
  config: ServerConfig,
  frameAncestor: string,
  styles: readonly string[],
): string {
  return [
    "default-src 'none'",
    directive('script-src', ["'self'", EARLY_SCRIPT_HASH]),
    directive('style-src', ["'self'", ...styles]),
    directive('img-src', ["'self'", 'data:', ...logoOrigins(config)]),
    directive('connect-src', ["'self'", ...originOf(config.ipUrl)]),
    "form-action 'self'",
    directive('frame-ancestors', [frameAncestor]),
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}

const permissionsPolicy = (camera: '()' | '(self)'): string =>
  [
    'publickey-credentials-get=(self)',
    'publickey-credentials-create=(self)',
    'otp-credentials=(self)',
    `camera=${camera}`,
    'microphone=()',
    'geolocation=()',
    'payment=()',
    'usb=()',
  ].join(', ');

/** The permissions policy of the phone's web app, which uses the camera to scan QR codes. */
export const PHONE_PERMISSIONS = permissionsPolicy('(self)');

/** Headers of every answer of the portal. A page has another content security policy. */
export const commonHeaders = ({ publicUrl }: Pick<ServerConfig, 'publicUrl'>): Headers => ({
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': permissionsPolicy('()'),
  ...(publicUrl.startsWith('https:') && {
    'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
  }),
});

/**
 * Headers of a page. Its content security policy allows the inline script and styles. /authenticated may be framed by
 * the origin to which it posts (rule 49); no other page may be framed.
 * @param styles CSP sources of the inline styles
 */
export const pageHeaders = (config: ServerConfig, path: string, styles: readonly string[]): Headers => ({
  'Content-Security-Policy': contentSecurityPolicy(
    config,
    path === '/authenticated' ? (config.parentOrigin ?? "'self'") : "'none'",
    styles,
  ),
  'Cache-Control': 'no-store',
  // With `no-referrer`, a browser would post forms with the origin `null`.
  'Referrer-Policy': 'same-origin',
  Vary: 'Accept-Encoding, Accept-Language, Cookie',
});
