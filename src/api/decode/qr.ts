import { type GenericSchema, maxBytes, minLength, object, pipe, string } from 'valibot';
import type { QrCheck } from '#machines/shared/domain.ts';
import { text } from '#src/api/decode/fields.ts';

/** A QR code that the page shows (rule 88). `qr`: the text that the picture contains. */
export type QrCode = { readonly qrId: string; readonly qr: string };

const nonEmptyText = pipe(string(), minLength(1));

/** Capacity in bytes of the largest QR code at error-correction level M (ISO/IEC 18004, version 40). */
const MAX_QR_BYTES = 2331;

/**
 * Decodes the answer of GET /mobileapp/qr (spec section 3, QR). An answer whose text is too long for a QR code is
 * malformed.
 */
export const qrCode: GenericSchema<unknown, QrCode> = object({
  qrId: nonEmptyText,
  qr: pipe(nonEmptyText, maxBytes(MAX_QR_BYTES)),
});

/** Decodes the answer of a poll of a QR code. */
export const qrCheck: GenericSchema<unknown, QrCheck> = object({ check: string(), userId: text });
