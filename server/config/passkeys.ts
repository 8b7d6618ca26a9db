import * as v from 'valibot';
import { origin, text, withDescription } from './values.ts';

const host = v.pipe(
  v.string(),
  v.check(
    (value) => URL.canParse(`https://${value}`) && new URL(`https://${value}`).hostname === value,
    'must be a host name such as login.example.com',
  ),
);

const attestation = v.strictObject({
  metadataFile: withDescription(
    text,
    "FIDO's metadata of authenticators, as https://mds3.fidoalliance.org/ serves it; a relative path starts at this file.",
  ),
  certificateFile: withDescription(
    text,
    'PEM file of the trusted root certificates for the signature of the metadata.',
  ),
  models: v.optional(
    v.pipe(
      v.array(v.pipe(v.string(), v.uuid('must be an AAGUID'))),
      v.minLength(1, 'must name at least one'),
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

/** The domains at which passkeys are used (rule 255), and the authenticators on which they may be registered (rule 264). */
export const passkeys = v.strictObject({
  rpId: v.optional(
    withDescription(
      host,
      "Host that the passkeys belong to: the portal's own, a domain above it, or another one that names this portal among its relatedOrigins. The portal's own by default. After a change, existing passkeys can no longer be used.",
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
      'Allows only known models of authenticators; by default any may be registered.',
    ),
  ),
});
