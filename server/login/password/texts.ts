import type { Language } from '#i18n/locale.ts';

/** Texts of refusals in the password flows and the identity check. */
export const PASSWORD_TEXTS = {
  ruleViolation: {
    ko: '비밀번호 규칙에 맞지 않아요. 규칙을 확인하고 다시 정해 주세요.',
    en: 'The password does not follow the rules. Check them and choose another one.',
  },
  commonPassword: {
    ko: '너무 흔해서 쉽게 알아낼 수 있는 비밀번호예요. 다른 비밀번호를 정해 주세요.',
    en: 'This password is very common and easy to guess. Choose another one.',
  },
  sameAsCurrent: {
    ko: '현재 비밀번호와 같아요. 다른 비밀번호를 정해 주세요.',
    en: 'This is the current password. Choose another one.',
  },
  error1203: {
    ko: '최근에 사용한 비밀번호예요. 다른 비밀번호를 정해 주세요.',
    en: 'This password was used recently. Choose another one.',
  },
  duplicate: { ko: 'Duplicate password history', en: 'Duplicate password history' },
  linkClosed: {
    ko: '다른 아이디로 여러 번 열려고 해서 닫힌 링크예요. 관리자에게 새 링크를 요청해 주세요.',
    en: 'The link was closed after too many attempts with other IDs. Ask your administrator for a new one.',
  },
  answerWrong: {
    ko: '답변이 일치하지 않아요. 다시 확인해 주세요.',
    en: 'User answer does not match.',
  },
  noMatch: {
    ko: '입력한 정보가 등록된 정보와 일치하지 않아요. 다시 확인하거나 관리자에게 문의해 주세요.',
    en: 'User information does not match.',
  },
} as const satisfies Record<string, Readonly<Record<Language, string>>>;
