import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from '#i18n/locale.ts';

/** The refusals whose texts the page also needs; these texts are in `i18n` (rule 161). */
const SHARED_ERROR_NAMES = [
  'linkUsed',
  'answerRefused',
  'answerLocked',
  'noQnA',
  'tooManyQuestions',
  'identityLocked',
  'codeVoid',
  'deviceCodeUnknown',
  'deviceCodeExpired',
  'deviceCodeUsed',
  'tooManyDeviceCodes',
] as const;

const readTexts = (language: Language): Readonly<Record<string, string>> =>
  JSON.parse(readFileSync(join(import.meta.dirname, `../../i18n/errors.${language}.json`), 'utf8'));

const TEXTS: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  ko: readTexts('ko'),
  en: readTexts('en'),
};

function requiredText(name: string, language: Language): string {
  const text = TEXTS[language][`error.${name}`];
  if (text === undefined) throw new TypeError(`i18n/errors.${language}.json has no error.${name}`);
  return text;
}

/** The texts of the refusals that the server shares with the page, in both languages. */
export const PAGE_TEXTS = Object.fromEntries(
  SHARED_ERROR_NAMES.map((name) => [name, { ko: requiredText(name, 'ko'), en: requiredText(name, 'en') }]),
) as Readonly<Record<(typeof SHARED_ERROR_NAMES)[number], Readonly<Record<Language, string>>>>;
