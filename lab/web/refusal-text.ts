import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import type { Language } from './language.ts';

const readCatalogue = (language: Language): Readonly<Record<string, string>> =>
  JSON.parse(readFileSync(new URL(`../../i18n/errors.${language}.json`, import.meta.url), 'utf8'));

const CATALOGUES = { ko: readCatalogue('ko'), en: readCatalogue('en') };

const refusal = v.object({ errCode: v.string(), message: v.string(), reason: v.optional(v.string(), '') });

/**
 * The text of a refusal for the person: its message, or the text of its reason or error code, since most refusals have
 * no message (docs/wire.md).
 * @param fallback the text for an answer that is not a refusal or has an unknown code
 */
export function refusalTextOf(answer: unknown, language: Language, fallback: string): string {
  const parsed = v.safeParse(refusal, answer);
  if (!parsed.success) return fallback;
  const { errCode, message, reason } = parsed.output;
  const texts = CATALOGUES[language];
  return message || (texts[`error.reason.${reason}`] ?? texts[`error.auth_error_${errCode}`] ?? fallback);
}
