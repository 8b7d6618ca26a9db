import { createHash } from 'node:crypto';
import * as v from 'valibot';
import type { FederatedService } from './client.ts';
import { isLoopback } from './loopback.ts';
import { httpUrl, text, wholeNumber, withDescription } from './values.ts';

const isSecure = (url: string): boolean => !URL.canParse(url) || url.startsWith('https:') || isLoopback(url);

const federation = v.strictObject({
  name: withDescription(
    v.pipe(v.string(), v.regex(/^[\w-]{1,40}$/, 'must be 1 to 40 letters, digits, - and _')),
    'Its name in serviceProviders, policies, log and metrics.',
  ),
  url: v.pipe(
    httpUrl,
    v.check(isSecure, 'must be https'),
    v.description(
      'Address of its signed metadata: an EntitiesDescriptor, or the EntityDescriptor of one service.',
    ),
  ),
  certificateFile: withDescription(
    text,
    'PEM file of the certificate that signs the metadata, obtained from the federation; during a key change, of several certificates. A relative path starts at this file.',
  ),
  take: v.optional(
    withDescription(
      v.picklist(['listed', 'all']),
      'listed: the services that serviceProviders name with this federation. all: every SAML 2.0 service of the metadata; a policy has to apply to them.',
    ),
    'listed',
  ),
  refreshMinutes: v.optional(
    withDescription(
      v.pipe(wholeNumber(5), v.maxValue(1440, 'must be at most 1440')),
      'Interval in minutes at which the metadata is read, at most a day; a shorter cacheDuration takes precedence.',
    ),
    240,
  ),
});

export const federations = v.pipe(
  v.array(federation),
  v.check(
    (all) => new Set(all.map(({ name }) => name)).size === all.length,
    'must have a different name for each',
  ),
);

/** A federation with its certificates and services. */
export type Federation = Omit<v.InferOutput<typeof federation>, 'certificateFile'> & {
  /** In PEM. Only their keys count; issuer and validity are not checked. */
  readonly certificates: readonly string[];
  /** Configured services of the federation, which its metadata may or may not describe. */
  readonly services: readonly FederatedService[];
};

/** The entry of a policy's `clients` that means all services of a federation. */
export const federationEntry = (name: string): string => `federation:${name}`;

/** Identifies the source of metadata: a hash of its address and certificates. */
export const metadataSourceId = ({ url, certificates }: Pick<Federation, 'url' | 'certificates'>): string =>
  createHash('sha256')
    .update(JSON.stringify([url, certificates]))
    .digest('base64url');
