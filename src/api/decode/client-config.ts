import { type GenericSchema, object } from 'valibot';
import type { ClientConfig } from '#machines/shared/domain.ts';
import { oneFlag, text } from '#src/api/decode/fields.ts';

/** Answer of GET /data/sso/config/{clientId} (spec section 3, Client config). */
export const clientConfig: GenericSchema<unknown, ClientConfig> = object({
  idOtp: oneFlag,
  passkey: oneFlag,
  qrCode: oneFlag,
  serviceName: text,
  displayContent: text,
});
