import type { Language } from '#i18n/locale.ts';

/** Texts about passwords that are stored in the company's directory. */
export const DIRECTORY_TEXTS = {
  directoryPassword: {
    ko: '이 계정의 비밀번호는 회사 디렉터리에서 관리해요. 회사에서 비밀번호를 바꾸는 곳에서 바꿔 주세요.',
    en: "Your company's directory keeps the password of this account. Change it where your company has you change it.",
  },
  directoryPasswordExpired: {
    ko: '회사 계정의 비밀번호가 만료됐어요. 회사에서 비밀번호를 바꾸는 곳에서 바꾼 뒤 다시 로그인해 주세요. 어디인지 모르면 관리자에게 문의해 주세요.',
    en: 'Your company password has expired. Change it where your company has you change it, then sign in again. Contact your administrator if you do not know where.',
  },
  directoryPasswordExpiredAt: {
    ko: '회사 계정의 비밀번호가 만료됐어요. {page} 에서 바꾼 뒤 다시 로그인해 주세요.',
    en: 'Your company password has expired. Change it at {page} and then sign in again.',
  },
} as const satisfies Record<string, Readonly<Record<Language, string>>>;
