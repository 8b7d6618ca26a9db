import { nullish, number, object, optional, string } from 'valibot';

/** The sign-in before the present one (rule 229); null where the server tells none. */
export const lastSignIn = nullish(
  object({
    at: number(),
    browser: optional(string(), ''),
    addressRange: optional(string(), ''),
    failures: optional(number(), 0),
  }),
  null,
);
