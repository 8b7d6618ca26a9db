import { nullish, number, object, optional, string } from 'valibot';

/** Decodes the last sign-in of the person (rule 229). Null if the answer does not contain it. */
export const lastSignIn = nullish(
  object({
    at: number(),
    browser: optional(string(), ''),
    addressRange: optional(string(), ''),
    failures: optional(number(), 0),
  }),
  null,
);
