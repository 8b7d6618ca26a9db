import {
  isLiteralElement,
  isPluralElement,
  isPoundElement,
  isSelectElement,
  isTagElement,
  type MessageFormatElement,
  parse,
} from '@formatjs/icu-messageformat-parser';
import { LITERAL_TEXTS } from '#tests/specification/literal-texts.ts';

/** The texts of a language by key. */
export type Catalogue = Readonly<Record<string, string>>;

const HANGUL = /[\p{Script=Hangul}]/u;

/** Words that texts must not use, each with its replacement (docs/glossary.md). */
const REPLACED_WORDS: Readonly<
  Record<'ko' | 'en', readonly (readonly [word: RegExp, replacement: string])[]>
> = {
  ko: [
    [/고르|골라|고른|고를|골랐/, '선택'],
    [/쓸 수|써요|쓰세요|쓰지|쓰려|쓰기|쓰는|쓰던|쓰고 있|(^|\s)쓴\s/, '사용'],
    [/기본 인증 수단/, '기본 인증 방법'],
    [/발송/, '받기, 보내기'],
    [/처음 화면|첫 화면|(?<!도)메인|처음으로/, '시작 화면'],
    [/URL/, '링크'],
    [/접속|로그온|OTP 번호|코드값/, '로그인, 인증번호'],
    [/패스워드|비번|핸드폰|이메일|어드민/, '비밀번호, 휴대폰, 메일, 관리자'],
    [/토큰(?!\(JWT)/, '인증 수단'],
    [/세션/, '로그인 시간, 로그인한 곳'],
    [/로그인[이을] (모두 )?끝|로그인 끝내기/, '로그아웃, 완료'],
    [/비밀번호 찾기|비밀번호를 찾/, '비밀번호 재설정'],
    [/(답변|정보|비밀번호|정보와|코드|인증번호)[이가]? (서로 )?맞지 않/, '일치하지 않'],
    [/이어진 숫자|이어서 사용/, '연속된'],
    [/앞서(?=[ 다])/, '순서가 어긋나다'],
    [/스스로 입력/, '자동으로 입력'],
    [/다시 눌러(?!.*이미 저장)/, '다시 시도'],
    [/하시겠어요/, '할까요'],
    [/저장된 것/, '저장된 내용'],
    [/…|\.\.\./, 'a sentence that ends'],
    [/습니다|입니다|하십시오/, '해요'],
  ],
  en: [
    [/\bgo(es)? on\b/i, 'continue'],
    [/\blog(ged|s)? (in|on)\b|\blogins?\b/i, 'sign in'],
    [/\blog(ged|s)? (out|off)\b|\blogout\b/i, 'sign out'],
    [/\bsent to\b/i, 'send to'],
    [/\bfirst page\b|\bmain page\b/i, 'start page'],
    [/\bURL\b/, 'link'],
    [/\bprove\b/i, 'verify'],
    [/\be-mail\b/i, 'mail'],
    [/\bask your administrator(?! (to|for|why)\b)/i, 'contact your administrator'],
    [/\bdefault authenticator\b/i, 'default method'],
    [/\bphone number\b/i, 'mobile number'],
    [/\bdid not succeed\b/i, 'failed'],
    [/\bmaker\b/i, 'manufacturer'],
    [/\bdevice number\b/i, 'device ID'],
    [/\bHW OTP\b/i, 'OTP card'],
    [/\bpress again\b/i, 'try again'],
    [/\bby itself\b/i, 'automatically'],
    [/\bis ahead\b/i, 'out of step'],
    [/\bforgotten password\b/i, 'reset password'],
    [/\bgood once\b/i, 'works once'],
    [/\bmake your password\b|\bwas made\b/i, 'create'],
    [/\banew\b/i, 'again'],
    [/\bway of the\b|\bshow who you are\b/i, 'how to, verify'],
    [/\b(be|is|are|was|were) \w+ (already|anew)\b/i, 'already before its verb'],
    [/…|\.\.\./, 'a sentence that ends'],
  ],
};

/** Texts with the words of the specification, such as the "Login" button (spec section 2). */
const SPECIFIED_KEYS: ReadonlySet<string> = new Set([...Object.keys(LITERAL_TEXTS), 'action.login']);

/** A particle in one form, although the form depends on the preceding sound; followed by a space, punctuation or the end. */
const SINGLE_FORM_PARTICLE =
  /^(?:은|는|이|가|을|를|과|와|으로|로|이나|나|이며|며|이라고|라고|이라는|라는|이라면|라면|이에요|예요)(?=[\s.,!?)]|$)/;

/** The elements of a message and of each of its tags and choices. */
const partsOf = (elements: readonly MessageFormatElement[]): MessageFormatElement[][] => [
  [...elements],
  ...elements.flatMap((element) => {
    if (isTagElement(element)) return partsOf(element.children);
    if (isPluralElement(element) || isSelectElement(element)) {
      return Object.values(element.options).flatMap((option) => partsOf(option.value));
    }
    return [];
  }),
];

/** Names of the values that a message inserts or uses in a choice. */
const valuesOf = (message: string): string[] => {
  const valueElements = partsOf(parse(message))
    .flat()
    .filter((element) => !isLiteralElement(element) && !isPoundElement(element));
  return [...new Set(valueElements.map((element) => ('value' in element ? element.value : '')))].sort();
};

/** Describes the words in texts that the glossary replaces. */
export const wordProblems = (texts: Catalogue, language: 'ko' | 'en'): string[] =>
  Object.entries(texts)
    .filter(([key]) => language === 'ko' || !SPECIFIED_KEYS.has(key))
    .flatMap(([key, text]) =>
      REPLACED_WORDS[language]
        .filter(([word]) => word.test(text))
        .map(([word, replacement]) => `${key} says "${word.exec(text)?.[0]}" in ${language}: ${replacement}`),
    );

/** Matches the key of a heading. */
const HEADING_KEY = /^title\.|[.a-z]Title$|^notice\.(?!.*Hint$)|\.title$/;

const headingProblems = (texts: Catalogue, language: string): string[] =>
  Object.entries(texts)
    .filter(
      ([key, text]) =>
        HEADING_KEY.test(key) && text.endsWith('.') && (language === 'ko' || !SPECIFIED_KEYS.has(key)),
    )
    .map(([key]) => `${key} is a heading and ends with a full stop in ${language}`);

const missingKeys = (from: Catalogue, keys: Catalogue, language: string): string[] =>
  Object.keys(keys)
    .filter((key) => !Object.hasOwn(from, key))
    .map((key) => `${key} is missing in ${language}`);

const valueProblems = (ko: Catalogue, en: Catalogue): string[] =>
  Object.entries(ko).flatMap(([key, korean]) => {
    const english = en[key];
    if (english === undefined) return [];
    const [inKorean, inEnglish] = [valuesOf(korean).join(', '), valuesOf(english).join(', ')];
    return inKorean === inEnglish ? [] : [`${key} inserts {${inKorean}} in ko and {${inEnglish}} in en`];
  });

const languageProblems = (ko: Catalogue, en: Catalogue): string[] => [
  ...Object.entries(ko)
    .filter(([, text]) => !HANGUL.test(text) && text !== 'SMS')
    .map(([key]) => `${key} has no Korean in ko`),
  ...Object.entries(en)
    .filter(([, text]) => HANGUL.test(text))
    .map(([key]) => `${key} has Korean in en`),
];

const particleProblems = (ko: Catalogue): string[] =>
  Object.entries(ko).flatMap(([key, text]) =>
    partsOf(parse(text)).flatMap((elements) =>
      elements.flatMap((element, index) => {
        const before = elements[index - 1];
        const isInserted = before !== undefined && !isLiteralElement(before);
        if (!isInserted || !isLiteralElement(element)) return [];
        const particle = SINGLE_FORM_PARTICLE.exec(element.value)?.[0];
        return particle ? [`${key} writes one form of a particle after a value: ${particle}`] : [];
      }),
    ),
  );

const blankProblems = (texts: Catalogue, language: string): string[] =>
  Object.entries(texts)
    .filter(([, text]) => text.trim() !== text || text === '')
    .map(([key]) => `${key} is empty or has space around it in ${language}`);

/** Describes the problems of the texts of both languages. */
export const textProblems = (ko: Catalogue, en: Catalogue): string[] => [
  ...missingKeys(en, ko, 'en'),
  ...missingKeys(ko, en, 'ko'),
  ...valueProblems(ko, en),
  ...languageProblems(ko, en),
  ...particleProblems(ko),
  ...headingProblems(ko, 'ko'),
  ...headingProblems(en, 'en'),
  ...wordProblems(ko, 'ko'),
  ...wordProblems(en, 'en'),
  ...blankProblems(ko, 'ko'),
  ...blankProblems(en, 'en'),
];
