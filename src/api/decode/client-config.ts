import { type GenericSchema, object, pipe, transform } from 'valibot';
import type { ClientConfig } from '#machines/shared/domain.ts';
import { flag, text } from '#src/api/decode/fields.ts';
import { plainText } from '#src/api/plain-text.ts';

const safeText = pipe(text, transform(plainText));

/** Answer of GET /data/sso/config/{clientId} (spec section 3, Client config). */
export const clientConfig: GenericSchema<unknown, ClientConfig> = object({
  idOtp: flag,
  passkey: flag,
  qrCode: flag,
  serviceName: safeText,
  displayContent: safeText,
});
