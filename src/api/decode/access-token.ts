import { type GenericSchema, minLength, object, pipe, string, transform } from 'valibot';

/**
 * Decodes the access token in the answer of POST /token/access (spec section 7). An answer without a token is
 * malformed.
 */
export const accessToken: GenericSchema<unknown, string> = pipe(
  object({ accessToken: pipe(string(), minLength(1)) }),
  transform((answer) => answer.accessToken),
);
