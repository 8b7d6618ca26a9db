import { latinKeys } from '#i18n/hangul-keys.ts';

/** The most common words of passwords, in Latin letters and Hangul. */
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

const COMMON_WORDS: ReadonlySet<string> = new Set(
  WORDS.flatMap((word) => [word, latinKeys(word).toLowerCase()]),
);

const UNLEET: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
};

const replaceLeet = (text: string): string =>
  [...text].map((character) => UNLEET[character] ?? character).join('');

/** Strips surrounding digits and punctuation. */
const trimToLetters = (text: string): string => text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');

/**
 * Whether a password is one of the commonest words with digits or marks around it, also in its Hangul reading on
 * Latin keys, so that `qlalfqjsgh1!` counts as the word that it is (rule 195).
 */
export function isCommonPassword(password: string): boolean {
  const folded = password.normalize('NFKC').toLowerCase();
  const readings = [
    trimToLetters(folded),
    replaceLeet(trimToLetters(folded)),
    trimToLetters(replaceLeet(folded)),
    trimToLetters(latinKeys(folded).toLowerCase()),
  ];
  return readings.some((reading) => COMMON_WORDS.has(reading));
}
