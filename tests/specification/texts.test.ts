import { readFileSync } from 'node:fs';
import { createIntl } from 'react-intl';
import { describe, expect, it } from 'vitest';
import { LITERAL_BEGINNINGS, LITERAL_TEXTS, OTHER_SPECIFICATION_QUOTES } from './literal-texts.ts';
import { MEANINGS } from './meanings.ts';
import { PHRASES } from './phrases.ts';

type Language = 'ko' | 'en';
type Texts = Readonly<Record<string, string>>;

const FILES = {
  'en.json': 'en',
  'ko.json': 'ko',
  'flows.en.json': 'en',
  'flows.ko.json': 'ko',
  'phone.en.json': 'en',
  'phone.ko.json': 'ko',
  'desk.en.json': 'en',
  'desk.ko.json': 'ko',
  'errors.en.json': 'en',
  'errors.ko.json': 'ko',
} as const satisfies Record<string, Language>;
type FileName = keyof typeof FILES;
const FILE_NAMES = Object.keys(FILES) as FileName[];

const textsOf = (file: FileName): Texts =>
  JSON.parse(readFileSync(new URL(`../../i18n/${file}`, import.meta.url), 'utf8'));

/** A text as a person reads it, with 3 instead of the specification's N. */
function formatted(language: Language, message: string): string {
  const method = language === 'ko' ? '푸시' : 'Push';
  const values = { seconds: 3, failCount: 3, maxCount: 5, remaining: 2, minutes: 30, way: 'untold', method };
  const messages = { text: message };
  // Under another key a text can lack its values: then the ID is shown, which matches no phrase.
  const intl = createIntl({ locale: language, messages, onError: () => undefined });
  return intl.formatMessage({ id: 'text' }, values);
}

const keyOf = (code: string): string => `error.auth_error_${code}`;

/** The phrase that the text of a key contains; after `^` its beginning, or after `=` the complete text. */
function phraseOf(language: Language, key: string): string | undefined {
  const literal = LITERAL_TEXTS[key];
  const beginning = LITERAL_BEGINNINGS[key];
  if (language === 'en' && literal !== undefined) return `=${literal}`;
  if (language === 'en' && beginning !== undefined) return `^${beginning}`;
  const index = language === 'en' ? 0 : 1;
  return MEANINGS[key.replace('error.auth_error_', '')]?.[index] ?? PHRASES[key]?.[index] ?? undefined;
}

function matches(text: string, phrase: string): boolean {
  if (phrase.startsWith('=')) return text === phrase.slice(1);
  if (phrase.startsWith('^')) return text.startsWith(phrase.slice(1));
  return text.toLowerCase().includes(phrase.toLowerCase());
}

describe.each(FILE_NAMES)('the texts of %s', (file) => {
  const language = FILES[file];
  const texts = Object.entries(textsOf(file)).map(([key, message]) => ({
    key,
    text: formatted(language, message),
    phrase: phraseOf(language, key),
  }));

  it('have their meanings', () => {
    const wrong = texts.filter(({ text, phrase }) => phrase === undefined || !matches(text, phrase));
    expect(wrong.map(({ key }) => key)).toEqual([]);
  });

  it('do not match the phrases of each other', () => {
    const exchangeable = texts.flatMap((one, index) =>
      texts
        .slice(index + 1)
        .filter(({ text }) => text !== one.text)
        .filter(({ text, phrase = '' }) => matches(text, one.phrase ?? '') && matches(one.text, phrase))
        .map(({ key }) => [one.key, key]),
    );
    expect(exchangeable).toEqual([]);
  });
});

it('every literal text, error code and phrase has a key in a text file', () => {
  const english = FILE_NAMES.filter((file) => FILES[file] === 'en').map(textsOf);
  const keys = new Set(english.flatMap((texts) => Object.keys(texts)));
  const expected = [
    ...Object.keys(LITERAL_TEXTS),
    ...Object.keys(MEANINGS).map(keyOf),
    ...Object.keys(PHRASES),
  ];
  expect(expected.filter((key) => !keys.has(key))).toEqual([]);
});

/** The sections of the specification that quote texts. */
const SECTIONS_WITH_TEXTS = ['1', '2', '4', '5', '6', '8'];

/** The quotes in single quotation marks in these sections; an apostrophe does not begin a quote. */
function quotedIn(specification: string): readonly string[] {
  return specification
    .split(/^## /m)
    .filter((section) => SECTIONS_WITH_TEXTS.includes(section.slice(0, section.indexOf('.'))))
    .flatMap((section) => [...section.matchAll(/(?<![\p{L}\d])'([^'\n]+)'/gu)])
    .map(([, quoted = '']) => quoted);
}

describe('the quotes of the specification', () => {
  const quoted = quotedIn(readFileSync(new URL('../../docs/specification.md', import.meta.url), 'utf8'));
  const literal = new Set([...Object.values(LITERAL_TEXTS), ...Object.values(LITERAL_BEGINNINGS)]);

  it('are literal texts, or listed as other quotes', () => {
    expect(quoted.length).toBeGreaterThan(30);
    const missing = quoted.filter(
      (text) => !literal.has(text.replace(/\bN\b/, '3')) && !(text in OTHER_SPECIFICATION_QUOTES),
    );
    expect(missing).toEqual([]);
  });

  it('include all that are listed as other quotes', () => {
    expect(Object.keys(OTHER_SPECIFICATION_QUOTES).filter((text) => !quoted.includes(text))).toEqual([]);
  });

  it('are found, but apostrophes are not', () => {
    expect(quotedIn("## 1. A\nthe browser's 'One'\n## 3. B\n'Two'\n## 8. C\n'Three', 'Four'")).toEqual([
      'One',
      'Three',
      'Four',
    ]);
  });
});

/** Quotes that are not labels of the portal or its app: an entry of a browser's menu, and an inserted text. */
const OTHER_QUOTES = ['홈 화면에 추가', '{words}'];

it.each(['ko', 'en'])('a label quoted in a text in %s is the text of a button', (language) => {
  const files = FILE_NAMES.filter((file) => FILES[file] === language);
  const texts = files.flatMap((file) => Object.values(textsOf(file)));
  const quoted = texts.flatMap((text) =>
    [...text.matchAll(/[‘“]([^’”]+)[’”]/g)].map(([, label = '']) => label),
  );
  expect(quoted.length).toBeGreaterThan(5);
  expect(quoted.filter((label) => !texts.includes(label) && !OTHER_QUOTES.includes(label))).toEqual([]);
});
