import * as v from 'valibot';
import { date, text, wholeNumber, withDescription } from './values.ts';

/** A licence of the mobile app. The first licence that applies to a person counts; without one there is no limit. */
export const license = v.strictObject({
  id: withDescription(text, 'Name of the licence, for readers of this file.'),
  users: v.optional(
    withDescription(v.array(text), 'IDs of the people to whom it applies; everyone when absent.'),
  ),
  until: v.optional(withDescription(date, 'The last day, included; no end by default.')),
  mobileApps: v.optional(
    withDescription(
      wholeNumber(0),
      'How many apps these people may have registered together; any number by default.',
    ),
  ),
});

export type License = v.InferOutput<typeof license>;
