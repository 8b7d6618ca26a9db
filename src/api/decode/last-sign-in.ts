import { nullish, number, object, optional, string } from 'valibot';

/** The previous sign-in (rule 229); null when the answer has none. */
export const lastSignIn = nullish(
  object({
    at: number(),
    browser: optional(string(), ''),
    addressRange: optional(string(), ''),
    failures: optional(number(), 0),
  }),
  null,
);
