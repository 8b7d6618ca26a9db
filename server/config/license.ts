import * as v from 'valibot';
import { date, text, wholeNumber, withDescription } from './values.ts';

/** A licence of the mobile app. A person has the first licence that applies to the person, or no limit at all. */
export const license = v.strictObject({
  id: withDescription(text, 'Name of the licence, for readers of this file.'),
  users: v.optional(
    withDescription(
      v.array(text),
      'IDs of the people to whom the licence applies; by default it applies to everyone.',
    ),
  ),
  until: v.optional(
    withDescription(date, 'Last day on which the licence is valid; by default it does not expire.'),
  ),
  mobileApps: v.optional(
    withDescription(
      wholeNumber(0),
      'Maximum number of apps that these people may have registered together; by default any number.',
    ),
  ),
});

export type License = v.InferOutput<typeof license>;
