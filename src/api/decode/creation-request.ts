import { array, number, object, optional, pipe, record, string, transform, unknown } from 'valibot';
import type { CreationRequest } from '#machines/shared/passkey.ts';

/** Decodes the options with which the browser creates a passkey, in the JSON format of WebAuthn. */
export const creationRequest = pipe(
  object({
    publicKeyCredentialCreationOptions: object({
      challenge: string(),
      rp: object({ id: optional(string()), name: string() }),
      user: object({ id: string(), name: string(), displayName: string() }),
      pubKeyCredParams: array(object({ type: string(), alg: number() })),
      timeout: optional(number()),
      attestation: optional(string()),
      excludeCredentials: optional(array(object({ id: string(), transports: optional(array(string())) }))),
      authenticatorSelection: optional(record(string(), unknown())),
    }),
  }),
  transform(({ publicKeyCredentialCreationOptions }): CreationRequest => publicKeyCredentialCreationOptions),
);
