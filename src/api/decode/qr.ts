import { type GenericSchema, maxBytes, minLength, object, pipe, string } from 'valibot';
import type { QrCheck } from '#machines/shared/domain.ts';
import { text } from '#src/api/decode/fields.ts';

/** A QR code to show: its id and its content (rule 88). */
export type QrCode = { readonly qrId: string; readonly qr: string };

const nonEmptyText = pipe(string(), minLength(1));

/** Capacity of the largest QR code at this error-correction level (ISO/IEC 18004, 40-M). */
const MAX_QR_BYTES = 2331;

/** Answer of GET /mobileapp/qr (spec section 3, QR); a text that is too long for a QR code is rejected. */
export const qrCode: GenericSchema<unknown, QrCode> = object({
  qrId: nonEmptyText,
  qr: pipe(nonEmptyText, maxBytes(MAX_QR_BYTES)),
});

/** Answer of a poll of the code. */
export const qrCheck: GenericSchema<unknown, QrCheck> = object({ check: string(), userId: text });
