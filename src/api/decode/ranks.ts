import { nullish, object, pipe, transform, unknown } from 'valibot';
import { textOrNumber } from '#src/api/decode/fields.ts';
import { byMethod, schemaPerMethod } from '#src/api/decode/methods.ts';

/** A rank from 1 to 5; null for a missing value, or any other value. */
const rank = nullish(
  pipe(
    unknown(),
    transform((value) => (/^[1-5]$/.test(textOrNumber(value) ?? '') ? Number(value) : null)),
  ),
  0,
);

/**
 * Decodes the ranks of the tokens of the second step, by the portal's method names and `qrCode`. A rank outside 1 to 5
 * is removed (rule 101).
 */
export const ranks = pipe(
  object({ ...schemaPerMethod(rank), qrCode: rank }),
  transform(
    ({ qrCode, ...others }): Record<string, number> =>
      Object.fromEntries(
        Object.entries({ ...byMethod(others), qrCode }).filter(
          (entry): entry is [string, number] => entry[1] !== null,
        ),
      ),
  ),
);
