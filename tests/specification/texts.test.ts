import { readFileSync } from 'node:fs';
import { createIntl } from 'react-intl';
import { describe, expect, it } from 'vitest';
import { LITERAL_BEGINNINGS, LITERAL_TEXTS, NO_TEXTS } from './literal-texts.ts';
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

const textsOf = (file: FileName): Texts =>
  JSON.parse(readFileSync(new URL(`../../i18n/${file}`, import.meta.url), 'utf8'));

/** What a person reads, with 3 where the specification says N. */
function said(language: Language, message: string): string {
  const method = language === 'ko' ? '푸시' : 'Push';
  const values = { seconds: 3, failCount: 3, maxCount: 5, remaining: 2, minutes: 30, way: 'untold', method };
  const messages = { text: message };
  // Under a key that is not its own a text may lack its values: it is shown as its id, and does not fit.
  const intl = createIntl({ locale: language, messages, onError: () => undefined });
  return intl.formatMessage({ id: 'text' }, values);
}

const keyOf = (code: string): string => `error.auth_error_${code}`;

/** What the text of a key has to say: its phrase, after `^` its beginning, or after `=` the whole of it. */
function phraseOf(language: Language, key: string): string | undefined {
  const literal = LITERAL_TEXTS[key];
  const beginning = LITERAL_BEGINNINGS[key];
  if (language === 'en' && literal !== undefined) return `=${literal}`;
  if (language === 'en' && beginning !== undefined) return `^${beginning}`;
  const place = language === 'en' ? 0 : 1;
  return MEANINGS[key.replace('error.auth_error_', '')]?.[place] ?? PHRASES[key]?.[place] ?? undefined;
}

function says(text: string, phrase: string): boolean {
  if (phrase.startsWith('=')) return text === phrase.slice(1);
  if (phrase.startsWith('^')) return text.startsWith(phrase.slice(1));
  return text.toLowerCase().includes(phrase.toLowerCase());
}

describe.each(Object.keys(FILES) as FileName[])('the texts of %s', (file) => {
  const language = FILES[file];
  const texts = Object.entries(textsOf(file)).map(([key, message]) => ({
    key,
    text: said(language, message),
    phrase: phraseOf(language, key),
  }));

  it('say what they have to', () => {
    const silent = texts.filter(({ text, phrase }) => phrase === undefined || !says(text, phrase));
    expect(silent.map(({ key }) => key)).toEqual([]);
  });

  it('may not be exchanged', () => {
    const unnoticed = texts.flatMap((one, place) =>
      texts
        .slice(place + 1)
        .filter(({ text }) => text !== one.text)
        .filter(({ text, phrase = '' }) => says(text, one.phrase ?? '') && says(one.text, phrase))
        .map(({ key }) => [one.key, key]),
    );
    expect(unnoticed).toEqual([]);
  });
});

it('every text that is given word for word, and every code, stands in a file', () => {
  const english = (Object.keys(FILES) as FileName[]).filter((file) => FILES[file] === 'en').map(textsOf);
  const keys = new Set(english.flatMap((texts) => Object.keys(texts)));
  const wanted = [
    ...Object.keys(LITERAL_TEXTS),
    ...Object.keys(MEANINGS).map(keyOf),
    ...Object.keys(PHRASES),
  ];
  expect(wanted.filter((key) => !keys.has(key))).toEqual([]);
});

/** The sections of the specification that quote texts. */
const WITH_TEXTS = ['1', '2', '4', '5', '6', '8'];

/** What stands between single quotes in these sections; an apostrophe opens none. */
function quotedIn(specification: string): readonly string[] {
  return specification
    .split(/^## /m)
    .filter((section) => WITH_TEXTS.includes(section.slice(0, section.indexOf('.'))))
    .flatMap((section) => [...section.matchAll(/(?<![\p{L}\d])'([^'\n]+)'/gu)])
    .map(([, quoted = '']) => quoted);
}

describe('what the specification quotes', () => {
  const quoted = quotedIn(readFileSync(new URL('../../docs/specification.md', import.meta.url), 'utf8'));
  const literal = new Set([...Object.values(LITERAL_TEXTS), ...Object.values(LITERAL_BEGINNINGS)]);

  it('stands in the table of literal texts, or is no text', () => {
    expect(quoted.length).toBeGreaterThan(30);
    const missing = quoted.filter((text) => !literal.has(text.replace(/\bN\b/, '3')) && !(text in NO_TEXTS));
    expect(missing).toEqual([]);
  });

  it('holds all that is said to be no text', () => {
    expect(Object.keys(NO_TEXTS).filter((text) => !quoted.includes(text))).toEqual([]);
  });

  it('is found by its quotes', () => {
    expect(quotedIn("## 1. A\nthe browser's 'One'\n## 3. B\n'Two'\n## 8. C\n'Three', 'Four'")).toEqual([
      'One',
      'Three',
      'Four',
    ]);
  });
});

/** Quoted, but not labels of the portal or its app: an entry of a browser's menu, and a text filled in. */
const OTHER_QUOTES = ['홈 화면에 추가', '{words}'];

it.each(['ko', 'en'])('a label quoted in a text in %s is the text of a button', (language) => {
  const files = (Object.keys(FILES) as FileName[]).filter((file) => FILES[file] === language);
  const texts = files.flatMap((file) => Object.values(textsOf(file)));
  const quoted = texts.flatMap((text) =>
    [...text.matchAll(/[‘“]([^’”]+)[’”]/g)].map(([, label = '']) => label),
  );
  expect(quoted.length).toBeGreaterThan(5);
  expect(quoted.filter((label) => !texts.includes(label) && !OTHER_QUOTES.includes(label))).toEqual([]);
});
