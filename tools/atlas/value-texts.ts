import type { ValueTexts } from '#atlas/screens/types.ts';
import { isLikely } from './likely.ts';
import { refusedWith } from './refusal.ts';
import { pathEventText, variantText } from './value-labels.ts';
import { TAGS } from './words.ts';

/** The labels that the atlas shows for the values, answers and error codes of the portal. */
const valueTexts: ValueTexts = {
  variantText,
  pathEventText,
  refusedWith,
  codeKey: (code) => `error.auth_error_${code}`,
  isLikely,
  tagText: (tag, language) => TAGS[tag]?.[language] ?? tag,
};

export default valueTexts;
