import values from 'virtual:atlas-values';
import { data } from './data.ts';
import type { Language } from './interface-texts.ts';

/** What a code says to a person, else what it means. */
export const codeText = (code: string, language: Language): string =>
  data.texts[language][values.codeKey(code)] ?? data.codes[code] ?? '';
