import type { RegistrationResponseJSON } from '@simplewebauthn/server';
import * as v from 'valibot';

const base64url = v.pipe(v.string(), v.regex(/^[\w-]+$/), v.maxLength(8192));

/** RegistrationResponseJSON of WebAuthn, as far as it is read. */
export const madePasskey = v.object({
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

/** The same as WebAuthn has it, which names transports only where there are any. */
export const withTransports = ({
  response: { transports, ...response },
  ...made
}: v.InferOutput<typeof madePasskey>): RegistrationResponseJSON => ({
  ...made,
  response: { ...response, ...(transports && { transports }) },
});
