import type { PhoneContext } from '#machines/phone/phone.types.ts';
import type { PhoneText } from '#phone/app/text.ts';

/** The text for the problem with a typed value; null if there is no problem. */
export const problemText = (
  text: PhoneText,
  { problem, remainingTries }: Pick<PhoneContext, 'problem' | 'remainingTries'>,
): string | null => (problem ? text(problem, { remaining: remainingTries ?? 0 }) : null);
