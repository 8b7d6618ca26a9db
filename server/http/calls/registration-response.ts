import type { RegistrationResponseJSON } from '@simplewebauthn/server';
import * as v from 'valibot';

const base64url = v.pipe(v.string(), v.regex(/^[\w-]+$/), v.maxLength(8192));

/** The members of WebAuthn's RegistrationResponseJSON that the server reads. */
export const registrationResponse = v.object({
  id: base64url,
  rawId: base64url,
  type: v.literal('public-key'),
  response: v.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: v.optional(
      v.array(v.picklist(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'])),
    ),
  }),
  clientExtensionResults: v.optional(v.record(v.string(), v.unknown()), {}),
});

/** The parsed body as a RegistrationResponseJSON, in which `transports` is left out when it is undefined. */
export const toRegistrationResponse = ({
  response: { transports, ...response },
  ...members
}: v.InferOutput<typeof registrationResponse>): RegistrationResponseJSON => ({
  ...members,
  response: { ...response, ...(transports && { transports }) },
});
