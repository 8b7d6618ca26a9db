import { readFileSync } from 'node:fs';
import { createIntl } from 'react-intl';
import { describe, expect, it } from 'vitest';
import { LITERAL_TEXTS } from './literal-texts.ts';
import { MEANINGS } from './meanings.ts';

type Language = 'ko' | 'en';
type Texts = Readonly<Record<string, string>>;

const FILES = {
  'en.json': 'en',
  'flows.en.json': 'en',
  'errors.en.json': 'en',
  'errors.ko.json': 'ko',
} as const satisfies Record<string, Language>;
type FileName = keyof typeof FILES;

const textsOf = (file: FileName): Texts =>
  JSON.parse(readFileSync(new URL(`../../i18n/${file}`, import.meta.url), 'utf8'));

/** What a person reads, with 3 where the specification says N. */
function said(language: Language, message: string): string {
  const method = language === 'ko' ? '푸시' : 'Push';
  const values = { seconds: 3, failCount: 3, maxCount: 5, method };
  const messages = { text: message };
  // Under a key that is not its own a text may lack its values: it is shown as its id, and does not fit.
  const intl = createIntl({ locale: language, messages, onError: () => undefined });
  return intl.formatMessage({ id: 'text' }, values);
}

const keyOf = (code: string): string => `error.auth_error_${code}`;

/** Whether a text may stand under a key: it is the literal one, or has the phrase of its meaning. */
function fits(language: Language, key: string, message: string): boolean {
  const literal = LITERAL_TEXTS[key];
  if (language === 'en' && literal !== undefined) return said(language, message) === literal;
  const phrase = MEANINGS[key.replace('error.auth_error_', '')]?.[language === 'en' ? 0 : 1];
  return phrase === undefined || said(language, message).toLowerCase().includes(phrase.toLowerCase());
}

/** The keys that the specification says something about, in a file. */
const heldKeys = (language: Language, texts: Texts): readonly string[] =>
  Object.keys(texts).filter(
    (key) =>
      (language === 'en' && key in LITERAL_TEXTS) ||
      Object.keys(MEANINGS).some((code) => keyOf(code) === key),
  );

describe.each(Object.keys(FILES) as FileName[])('the texts of %s', (file) => {
  const language = FILES[file];
  const texts = textsOf(file);
  const held = heldKeys(language, texts);

  it('say what the specification says', () => {
    expect(held.filter((key) => !fits(language, key, texts[key] ?? ''))).toEqual([]);
  });

  it('may not be exchanged: each of two held ones, or a held one and any other', { timeout: 0 }, () => {
    const fitting = new Map<string, boolean>();
    const fitsAt = (key: string, message: string): boolean => {
      const pair = JSON.stringify([key, message]);
      const known = fitting.get(pair) ?? fits(language, key, message);
      fitting.set(pair, known);
      return known;
    };
    const unnoticed = held.flatMap((one) =>
      Object.entries(texts).flatMap(([other, message]) => {
        const own = texts[one] ?? '';
        const isNoticed = own === message || !fitsAt(one, message) || !fitsAt(other, own);
        return isNoticed ? [] : [[one, other]];
      }),
    );
    expect(unnoticed).toEqual([]);
  });
});

it('every text that is given word for word, and every code, stands in a file', () => {
  const english = (Object.keys(FILES) as FileName[]).filter((file) => FILES[file] === 'en').map(textsOf);
  const keys = new Set(english.flatMap((texts) => Object.keys(texts)));
  const wanted = [...Object.keys(LITERAL_TEXTS), ...Object.keys(MEANINGS).map(keyOf)];
  expect(wanted.filter((key) => !keys.has(key))).toEqual([]);
});
