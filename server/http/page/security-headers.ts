import { createHash } from 'node:crypto';
import { picturesOf } from '#server/config/branding.ts';
import type { ServerConfig } from '#server/config/schema.ts';
import { servicesOf } from '#server/config/services.ts';
import { EARLY_SCRIPT } from '#wire/early-script.ts';

/** The CSP source of an inline script or style: its hash. */
export function cspSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/** The only inline script of a page; a browser runs it because of its hash. */
const EARLY_SCRIPT_HASH = cspSource(EARLY_SCRIPT);

type Headers = Readonly<Record<string, string>>;

const originOf = (url: string | undefined): string[] => (url ? [new URL(url).origin] : []);

/** The other origins that pictures of these logos come from. */
export const originsOf = (logos: readonly Parameters<typeof picturesOf>[0][]): string[] => [
  ...new Set(logos.flatMap(picturesOf).flatMap((url) => (url.startsWith('/') ? [] : originOf(url)))),
];

const logoOrigins = (config: ServerConfig): string[] =>
  originsOf([config.branding.logo, ...servicesOf(config).map(({ branding }) => branding?.logo)]);

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

const permissions = (camera: '()' | '(self)'): string =>
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

/** The permissions of the web app, which uses the camera to scan QR codes. */
export const PHONE_PERMISSIONS = permissions('(self)');

/** Headers of every answer of the portal; a page replaces the policy by its own. */
export const commonHeaders = ({ publicUrl }: Pick<ServerConfig, 'publicUrl'>): Headers => ({
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': permissions('()'),
  ...(publicUrl.startsWith('https:') && {
    'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
  }),
});

/**
 * The content security policy of a page with its inline script and styles.
 * /authenticated may be framed by the origin that it posts to (rule 49); no other page may. */
export const pageHeaders = (config: ServerConfig, path: string, styles: readonly string[]): Headers => ({
  'Content-Security-Policy': contentSecurityPolicy(
    config,
    path === '/authenticated' ? (config.parentOrigin ?? "'self'") : "'none'",
    styles,
  ),
  'Cache-Control': 'no-store',
  // With `no-referrer` a browser names no origin in a posted form.
  'Referrer-Policy': 'same-origin',
  Vary: 'Accept-Encoding, Accept-Language, Cookie',
});
