import * as v from 'valibot';
import { date, described, text, wholeNumber } from './values.ts';

/** What was bought for the mobile app. The first licence that holds for a person counts; without one all is free. */
export const license = v.strictObject({
  id: described(text, 'Its name, for whoever reads this file.'),
  users: v.optional(described(v.array(text), 'Whom it holds for; everyone when it does not say.')),
  until: v.optional(described(date, 'The last day, included; no end when it is not said.')),
  mobileApps: v.optional(
    described(
      wholeNumber(0),
      'How many apps these people may have registered together; any number when it is not said.',
    ),
  ),
});

export type License = v.InferOutput<typeof license>;
