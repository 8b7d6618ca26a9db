import type { PhoneContext } from '#machines/phone/phone.types.ts';
import type { PhoneText } from '#phone/app/text.ts';

/** The error of an input field; null when there is none. */
export const problemText = (
  text: PhoneText,
  { problem, remainingTries }: Pick<PhoneContext, 'problem' | 'remainingTries'>,
): string | null => (problem ? text(problem, { remaining: remainingTries ?? 0 }) : null);
