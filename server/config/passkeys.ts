import * as v from 'valibot';
import { origin, text, withDescription } from './values.ts';

const hostName = v.pipe(
  v.string(),
  v.check(
    (value) => URL.canParse(`https://${value}`) && new URL(`https://${value}`).hostname === value,
    'must be a host name such as login.example.com',
  ),
);

const attestation = v.strictObject({
  metadataFile: withDescription(
    text,
    "FIDO's metadata of authenticators, as https://mds3.fidoalliance.org/ serves it; a relative path starts at the folder of the configuration file.",
  ),
  certificateFile: withDescription(
    text,
    'PEM file with the trusted root certificates for the signature of the metadata.',
  ),
  models: v.optional(
    v.pipe(
      v.array(v.pipe(v.string(), v.uuid('must be an AAGUID'))),
      v.minLength(1, 'must name at least one model'),
      v.description(
        'AAGUIDs of the models that may be registered; by default all models that the metadata trusts.',
      ),
    ),
  ),
  enterprise: v.optional(
    withDescription(
      v.boolean(),
      'Whether to request enterprise attestation, which identifies the individual authenticator.',
    ),
    false,
  ),
});

export type PasskeyAttestation = v.InferOutput<typeof attestation>;

/**
 * The domains at which passkeys are used (rule 255), and the authenticators on which they may be registered (rule 264).
 */
export const passkeys = v.strictObject({
  rpId: v.optional(
    withDescription(
      hostName,
      "Host that the passkeys belong to (relying party ID): the portal's host, a domain above it, or another host whose relatedOrigins include this portal. By default the portal's host. After a change, existing passkeys can no longer be used.",
    ),
  ),
  relatedOrigins: v.optional(
    v.pipe(
      v.array(origin),
      v.description(
        'Origins of the company at other domains that may use the passkeys of this host; served at /.well-known/webauthn.',
      ),
    ),
    [],
  ),
  attestation: v.optional(
    withDescription(
      attestation,
      'Restricts the models of authenticators that may be registered; by default all models may be registered.',
    ),
  ),
});
