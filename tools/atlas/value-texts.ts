import type { ValueTexts } from '#atlas/screens/types.ts';
import { FILTERS } from './filters.ts';
import { happeningText, lookText } from './labels.ts';
import { isLikely } from './likely.ts';
import { refusedWith } from './refusal.ts';
import { TAGS } from './words.ts';

/** What the values and answers of the portal mean to a person. */
const valueTexts: ValueTexts = {
  lookText,
  happeningText,
  refusedWith,
  codeKey: (code) => `error.auth_error_${code}`,
  isLikely,
  tagText: (tag, language) => TAGS[tag]?.[language] ?? tag,
  filters: FILTERS,
};

export default valueTexts;
