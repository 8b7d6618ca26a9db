import type { PhoneContext } from '#machines/phone/phone.types.ts';
import type { PhoneText } from '#phone/app/text.ts';

/** The error of an input field; null when there is none. */
export const problemText = (
  text: PhoneText,
  { problem, tries }: Pick<PhoneContext, 'problem' | 'tries'>,
): string | null => (problem ? text(problem, { remaining: tries ?? 0 }) : null);
