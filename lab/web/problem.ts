import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import type { Language } from './language.ts';

const catalogueOf = (language: Language): Readonly<Record<string, string>> =>
  JSON.parse(readFileSync(new URL(`../../i18n/errors.${language}.json`, import.meta.url), 'utf8'));

const CATALOGUES = { ko: catalogueOf('ko'), en: catalogueOf('en') };

const refusal = v.object({ errCode: v.string(), message: v.string(), reason: v.optional(v.string(), '') });

/** The app's text for a refusal, since codes of the specification come without a message (docs/wire.md). */
export function problemOf(answer: unknown, language: Language, otherwise: string): string {
  const parsed = v.safeParse(refusal, answer);
  if (!parsed.success) return otherwise;
  const { errCode, message, reason } = parsed.output;
  const texts = CATALOGUES[language];
  return message || (texts[`error.reason.${reason}`] ?? texts[`error.auth_error_${errCode}`] ?? otherwise);
}
