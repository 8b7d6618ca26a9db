import {
  array,
  type GenericSchema,
  minLength,
  number,
  object,
  optional,
  picklist,
  pipe,
  string,
  transform,
} from 'valibot';
import type { PasskeyRequest } from '#machines/shared/passkey.ts';

const options: GenericSchema<unknown, PasskeyRequest> = object({
  challenge: pipe(string(), minLength(1)),
  rpId: optional(string()),
  timeout: optional(number()),
  userVerification: optional(picklist(['required', 'preferred', 'discouraged'])),
  allowCredentials: optional(array(object({ id: string(), transports: optional(array(string())) }))),
});

/** Decodes the answer of the three calls that start an assertion (rule 90). */
export const assertionRequest: GenericSchema<unknown, PasskeyRequest> = pipe(
  object({ assertionRequest: object({ publicKeyCredentialRequestOptions: options }) }),
  transform((answer) => answer.assertionRequest.publicKeyCredentialRequestOptions),
);
