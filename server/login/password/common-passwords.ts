import { latinKeys } from '#i18n/hangul-keys.ts';

/** The words that are most common in passwords, in Latin letters and Hangul. */
const WORDS = [
  'password',
  'passwd',
  'passw',
  'qwer',
  'qwert',
  'qwerty',
  'qwertyuiop',
  'qwerasdf',
  'asdf',
  'asdfgh',
  'asdfghjkl',
  'zxcv',
  'zxcvbn',
  'zxcvbnm',
  'qazwsx',
  'admin',
  'administrator',
  'root',
  'user',
  'guest',
  'login',
  'welcome',
  'letmein',
  'changeme',
  'default',
  'secret',
  'iloveyou',
  'sunshine',
  'princess',
  'dragon',
  'monkey',
  'football',
  'baseball',
  'superman',
  'master',
  'shadow',
  'test',
  'temp',
  'hello',
  'korea',
  'seoul',
  'samsung',
  'company',
  'manager',
  'system',
  '비밀번호',
  '패스워드',
  '암호',
  '관리자',
  '사용자',
  '로그인',
  '사랑해',
  '사랑해요',
  '안녕',
  '안녕하세요',
  '대한민국',
  '한국',
  '서울',
  '회사',
  '테스트',
  '임시',
  '우리집',
  '가나다라',
  '화이팅',
  '감사합니다',
];

/** The words, and the Hangul words as they are typed on Latin keys. */
const COMMON_WORDS: ReadonlySet<string> = new Set(
  WORDS.flatMap((word) => [word, latinKeys(word).toLowerCase()]),
);

/** The letters that are often replaced by a similar digit or sign. */
const REPLACED_LETTERS: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
};

/** Puts replaced letters back: `p4ssw0rd` becomes `password`. */
const restoreLetters = (text: string): string =>
  [...text].map((character) => REPLACED_LETTERS[character] ?? character).join('');

/** Removes digits and punctuation from both ends. */
const trimToLetters = (text: string): string => text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');

/**
 * Whether a password is a common word, also with digits and punctuation around it or with replaced letters (rule 195).
 * A word that was typed in the other keyboard mode counts, too: `qlalfqjsgh1!` is 비밀번호 on Latin keys.
 */
export function isCommonPassword(password: string): boolean {
  const folded = password.normalize('NFKC').toLowerCase();
  const candidates = [
    trimToLetters(folded),
    restoreLetters(trimToLetters(folded)),
    trimToLetters(restoreLetters(folded)),
    trimToLetters(latinKeys(folded).toLowerCase()),
  ];
  return candidates.some((candidate) => COMMON_WORDS.has(candidate));
}
