import values from 'virtual:atlas-values';
import { data } from './data.ts';
import type { Language } from './interface-texts.ts';

/** The message of an error code, else its meaning. */
export const codeText = (code: string, language: Language): string =>
  data.texts[language][values.codeKey(code)] ?? data.codes[code] ?? '';
