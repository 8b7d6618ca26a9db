import * as v from 'valibot';
import { date, text, wholeNumber } from './values.ts';

/** What was bought for the mobile app. The first licence that holds for a person counts; without one all is free. */
export const license = v.strictObject({
  id: text,
  /** Whom it holds for; everyone when it does not say. */
  users: v.optional(v.array(text)),
  /** The last day, included. */
  until: v.optional(date),
  /** How many apps these people may have registered together. */
  mobileApps: v.optional(wholeNumber(0)),
});

export type License = v.InferOutput<typeof license>;
