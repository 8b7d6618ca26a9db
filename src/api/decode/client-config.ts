import { type GenericSchema, object, pipe, transform } from 'valibot';
import type { ClientConfig } from '#machines/shared/domain.ts';
import { flag, text } from '#src/api/decode/fields.ts';
import { safeText } from '#src/api/safe-text.ts';

const embeddedText = pipe(text, transform(safeText));

/** Decodes the answer of GET /data/sso/config/{clientId} (spec section 3, Client config). */
export const clientConfig: GenericSchema<unknown, ClientConfig> = object({
  idOtp: flag,
  passkey: flag,
  qrCode: flag,
  serviceName: embeddedText,
  displayContent: embeddedText,
});
