import { createHash } from 'node:crypto';
import * as v from 'valibot';
import type { FederatedService } from './client.ts';
import { isLoopback } from './loopback.ts';
import { httpUrl, text, wholeNumber, withDescription } from './values.ts';

/** Accepts an invalid URL, too, because `httpUrl` already reports it. */
const isSecure = (url: string): boolean => !URL.canParse(url) || url.startsWith('https:') || isLoopback(url);

const federation = v.strictObject({
  name: withDescription(
    v.pipe(v.string(), v.regex(/^[\w-]{1,40}$/, 'must be 1 to 40 letters, digits, - and _')),
    'Name of the federation in serviceProviders, policies, log and metrics.',
  ),
  url: v.pipe(
    httpUrl,
    v.check(isSecure, 'must be https'),
    v.description(
      'Address of the signed metadata: an EntitiesDescriptor, or the EntityDescriptor of one service.',
    ),
  ),
  certificateFile: withDescription(
    text,
    'PEM file with the certificate of the key that signs the metadata, as the federation publishes it. During a key change the file has several certificates. A relative path starts at the folder of the configuration file.',
  ),
  take: v.optional(
    withDescription(
      v.picklist(['listed', 'all']),
      'listed: only the services that serviceProviders lists with this federation. all: every SAML 2.0 service in the metadata; a policy has to apply to these services.',
    ),
    'listed',
  ),
  refreshMinutes: v.optional(
    withDescription(
      v.pipe(wholeNumber(5), v.maxValue(1440, 'must be at most 1440')),
      'Interval in minutes at which the metadata is read, at most a day; a shorter cacheDuration in the metadata takes precedence.',
    ),
    240,
  ),
});

export const federations = v.pipe(
  v.array(federation),
  v.check(
    (all) => new Set(all.map(({ name }) => name)).size === all.length,
    'must have a different name for each federation',
  ),
);

/** A federation with its certificates and services. */
export type Federation = Omit<v.InferOutput<typeof federation>, 'certificateFile'> & {
  /** PEM certificates whose keys may verify the metadata. Their issuers and validity are not checked. */
  readonly certificates: readonly string[];
  /** The configured services of the federation. The metadata may lack some of these services. */
  readonly services: readonly FederatedService[];
};

/** The entry in a policy's `clients` with which the policy applies to all services of a federation. */
export const federationEntry = (name: string): string => `federation:${name}`;

/** Identifies the source of metadata: a hash of its address and certificates. */
export const metadataSourceId = ({ url, certificates }: Pick<Federation, 'url' | 'certificates'>): string =>
  createHash('sha256')
    .update(JSON.stringify([url, certificates]))
    .digest('base64url');
