import values from 'virtual:atlas-values';
import { plainMessage } from '#atlas/words/plain-message.ts';
import type { Language } from '#atlas/words/types.ts';
import { data } from './data.ts';

/** The message of an error code, else its meaning. */
export const codeText = (code: string, language: Language): string =>
  plainMessage(data.texts[language][values.codeKey(code)] ?? data.codes[code] ?? '');
