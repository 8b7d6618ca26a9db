import { type GenericSchema, object, pipe, transform } from 'valibot';
import type { ClientConfig } from '#machines/shared/domain.ts';
import { oneFlag, text } from '#src/api/decode/fields.ts';
import { plainText } from '#src/api/plain-text.ts';

const shownText = pipe(text, transform(plainText));

/** Answer of GET /data/sso/config/{clientId} (spec section 3, Client config). */
export const clientConfig: GenericSchema<unknown, ClientConfig> = object({
  idOtp: oneFlag,
  passkey: oneFlag,
  qrCode: oneFlag,
  serviceName: shownText,
  displayContent: shownText,
});
