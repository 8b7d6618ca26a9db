import { describe, expect, test } from 'vitest';
import { ERROR_CATALOGUE, ERROR_REASONS } from '#i18n/error-catalogue.ts';
import { settleParticles } from '#i18n/particles.ts';
import { channelsOf, METHOD_CODES } from '#machines/shared/methods.ts';
import { MACHINES } from '#tests/support/machines.ts';
import { projectFiles, type SourceFile } from '#tools/source/project-files.ts';
import { TYPE_CODES } from '#wire/type-codes.ts';
import { BUILT_DESK_KEYS } from './desk-keys.ts';
import { type KeyUse, keyProblems } from './message-keys.ts';
import { type Catalogue, textProblems, wordProblems } from './message-texts.ts';

const catalogue = (file: string): Catalogue => JSON.parse(projectFiles(`i18n/${file}.json`)[0]?.text ?? '');
/** All texts of a language. */
const textsOf = (language: string): Catalogue => ({
  ...catalogue(language),
  ...catalogue(`flows.${language}`),
  ...catalogue(`errors.${language}`),
  ...catalogue(`phone.${language}`),
  ...catalogue(`desk.${language}`),
});

/** The Korean and English texts that a source file contains in pairs, each with its language and its line. */
const textsIn = ({ path, text }: SourceFile): readonly ['ko' | 'en', string, string][] =>
  [...text.matchAll(/\b(ko|en): (?:\([^)]*\) => )?(?:'([^'\n]*)'|"([^"\n]*)"|`([^`]*)`)/g)].map((match) => [
    match[1] === 'ko' ? 'ko' : 'en',
    `${path}:${text.slice(0, match.index).split('\n').length}`,
    match[2] ?? match[3] ?? match[4] ?? '',
  ]);

/** The words that the glossary excludes. */
function excludedWords(): readonly (readonly [word: string, language: 'ko' | 'en'])[] {
  const glossary = projectFiles('docs/glossary.md')[0]?.text ?? '';
  const rows =
    glossary.slice(glossary.indexOf('## Words on the screens')).match(/^\|(?! say| ---).*\|$/gm) ?? [];
  return rows
    .flatMap((row) => (row.split('|')[3] ?? '').replace(/\(.*?\)/g, '').split(','))
    .map((word) => word.trim())
    .filter((word) => word !== '' && !ALLOWED_WORDS.has(word))
    .map((word) => [word, /[가-힣]/.test(word) ? 'ko' : 'en']);
}

/** Excluded words that texts may use with another meaning. */
const ALLOWED_WORDS: ReadonlySet<string> = new Set(['factor']);

/** The type codes of methods, including methods that send a code through two channels. Their screen or tile has a title. */
const TITLED_CODES = Object.values(TYPE_CODES).filter(
  (code) => channelsOf(code).length > 0 || Object.values(METHOD_CODES).includes(code),
);

describe('the messages of the portal', () => {
  test.each(['ko', 'en'])('have a key in only one file of the language %s', (language) => {
    const files = ['', 'flows.', 'errors.', 'phone.', 'desk.'];
    const keys = files.flatMap((file) => Object.keys(catalogue(`${file}${language}`)));
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
  });

  test('follow the rules in both languages', () => {
    expect(textProblems(textsOf('ko'), textsOf('en'))).toEqual([]);
  });

  test('of the server follow the glossary, too', () => {
    const texts = projectFiles('server/{login,administration,http,protocols}/**/*.ts').flatMap(textsIn);
    expect(texts.length).toBeGreaterThan(200);
    const problems = texts.flatMap(([language, place, text]) => wordProblems({ [place]: text }, language));
    expect(problems).toEqual([]);
  });

  test.each(excludedWords())('are refused if they contain "%s"', (word, language) => {
    expect(wordProblems({ 'a.b': word }, language)).not.toEqual([]);
  });

  test('of the first screen contain no particle in two forms, except a text that is shown after typing', () => {
    const textsWithTwoForms = Object.entries(catalogue('ko')).filter(
      ([, text]) => settleParticles(`말${text}`) !== `말${text}`,
    );
    expect(textsWithTwoForms.map(([key]) => key)).toEqual(['code.hangulReplace']);
  });

  test('are all used, and every used key has a text', () => {
    const use: KeyUse = {
      keys: Object.keys(textsOf('ko')),
      files: projectFiles('{src,phone,desk,machines,i18n}/**/*.{ts,tsx}'),
      events: MACHINES.flatMap((machine) => machine.events),
      built: [
        { prefix: 'error.auth_error_', endings: Object.keys(ERROR_CATALOGUE) },
        { prefix: 'error.reason.', endings: ERROR_REASONS },
        {
          prefix: 'error.',
          endings: [
            'already_mobileapp',
            'noQnA',
            'identityLocked',
            'answerLocked',
            'codeVoid',
            'linkUsed',
            'deviceCodeUnknown',
            'deviceCodeExpired',
            'deviceCodeUsed',
            'tooManyDeviceCodes',
          ],
        },
        { prefix: 'error.', endings: ['answerRefused', 'tooManyQuestions'] },
        { prefix: 'explanation.enterID.failure.', endings: ['expired', 'used', 'closed', 'invalid'] },
        {
          prefix: 'passwordSetup.rule.',
          endings: ['length', 'letter', 'digit', 'special', 'noDigitRun', 'twoKinds'],
        },
        { prefix: 'expiry.', endings: ['firstLogin', 'expired', 'required'] },
        {
          prefix: 'info.portal.user.change.failure.',
          endings: ['wrongCurrent', 'sameAsCurrent', 'mismatch', 'ruleViolation', 'commonPassword'],
        },
        { prefix: 'title.method.', endings: TITLED_CODES },
        // Titles without a screen (rule 37).
        { prefix: 'title.absent.', endings: ['temporaryCode', 'serviceRights'] },
        { prefix: 'title.result.', endings: ['approved', 'rejected', 'used'] },
        ...BUILT_DESK_KEYS,
      ],
    };
    expect(keyProblems(use)).toEqual([]);
  });
});

describe('texts that break a rule', () => {
  test.each<[string, Catalogue, Catalogue, string]>([
    ['a key without English', { 'a.b': '가' }, {}, 'a.b is missing in en'],
    ['a key without Korean', {}, { 'a.b': 'A' }, 'a.b is missing in ko'],
    [
      'another value',
      { 'a.b': '{id} 님' },
      { 'a.b': 'Hello {name}' },
      'a.b inserts {id} in ko and {name} in en',
    ],
    [
      'a value in a choice only',
      { 'a.b': '{n, plural, other {가}}' },
      { 'a.b': '{n, plural, other {{x} a}}' },
      'a.b inserts {n} in ko and {n, x} in en',
    ],
    ['no Korean', { 'a.b': 'Next' }, { 'a.b': 'Next' }, 'a.b has no Korean in ko'],
    ['Korean in English', { 'a.b': '다음' }, { 'a.b': '다음' }, 'a.b has Korean in en'],
    [
      'a single form',
      { 'a.b': '{x}를 입력' },
      { 'a.b': 'Enter {x}' },
      'a.b writes one form of a particle after a value: 를',
    ],
    [
      'a single form at the end of a choice',
      { 'a.b': '{n, select, other {{x}로}} 이동' },
      { 'a.b': '{n, select, other {to {x}}}' },
      'a.b writes one form of a particle after a value: 로',
    ],
    [
      'a word that the glossary replaces',
      { 'a.b': '골라 주세요.' },
      { 'a.b': 'Choose.' },
      'a.b says "골라" in ko: 선택',
    ],
    [
      'a phrase that the glossary replaces',
      { 'a.b': '기본 인증 수단' },
      { 'a.b': 'Default method' },
      'a.b says "기본 인증 수단" in ko: 기본 인증 방법',
    ],
    [
      'an English phrase that the glossary replaces',
      { 'a.b': '관리자에게 문의해 주세요.' },
      { 'a.b': 'Ask your administrator.' },
      'a.b says "Ask your administrator" in en: contact your administrator',
    ],
    [
      'an English word that the glossary replaces',
      { 'a.b': '계속' },
      { 'a.b': 'Go on' },
      'a.b says "Go on" in en: continue',
    ],
    [
      'a heading with a full stop',
      { 'title.b': '끝났어요.' },
      { 'title.b': 'Over' },
      'title.b is a heading and ends with a full stop in ko',
    ],
    ['an empty text', { 'a.b': '가' }, { 'a.b': '' }, 'a.b is empty or has space around it in en'],
    ['space around a text', { 'a.b': '가 ' }, { 'a.b': 'A' }, 'a.b is empty or has space around it in ko'],
  ])('are reported: %s', (_, ko, en, problem) => {
    expect(textProblems(ko, en)).toEqual([problem]);
  });

  test('are not reported for both forms of a particle, or for words that begin like a particle', () => {
    const ko = {
      'a.b': '{x}을(를) 입력',
      'a.c': '{n}로그인',
      'a.d': '{x}(으)로 이동',
      'a.e': '{x}에 로그인',
    };
    const en = { 'a.b': 'Enter {x}', 'a.c': '{n} people', 'a.d': 'To {x}', 'a.e': 'Sign in to {x}' };
    expect(textProblems(ko, en)).toEqual([]);
  });
});

describe('keys that break a rule', () => {
  const problems = (text: string, changes: Partial<KeyUse> = {}) =>
    keyProblems({
      keys: ['code.title'],
      files: [{ path: 'src/a.tsx', text }],
      events: [],
      built: [],
      ...changes,
    });

  test.each([
    ['a key that nothing uses', `text('other.title');`, {}, 'code.title is not used'],
    ['a key that is only part of a text', `text('the code.title');`, {}, 'code.title is not used'],
    ['a key without a text', `text('code.title', 'code.lead');`, {}, 'code.lead is used and has no text'],
    [
      'a built key without a text',
      `text('code.title');`,
      { built: [{ prefix: 'error.', endings: ['1'] }] },
      'error.1 is built and has no text',
    ],
  ])('are reported: %s', (_, text, changes, problem) => {
    expect(problems(text, changes)).toEqual([problem]);
  });

  test('are not reported for names of events, ports and files', () => {
    const text = `text('code.title'); send('code.sent'); port<void>('code.send'); new UnprovidedPortError('code.keep'); import('code.view.tsx');`;
    expect(problems(text, { events: ['code.sent'] })).toEqual([]);
  });
});
