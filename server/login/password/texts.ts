import type { Language } from '#i18n/locale.ts';

/** What the password flows and the identity check say. */
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
  linkUsed: {
    ko: '이미 사용한 링크예요. 바뀐 비밀번호로 로그인하거나 관리자에게 새 링크를 요청해 주세요.',
    en: 'The link has been used. Sign in with the new password or ask your administrator for a new link.',
  },
  answerRefused: {
    ko: '저장할 수 없는 답변이에요. 2자에서 100자 사이로 다시 입력해 주세요.',
    en: 'This answer cannot be saved. Enter 2 to 100 characters.',
  },
  answerWrong: {
    ko: '답변이 맞지 않아요. 다시 확인해 주세요.',
    en: 'User answer does not match.',
  },
  answerLocked: {
    ko: '답변을 여러 번 틀렸어요. 잠시 후 다시 시도하거나 다른 방법으로 본인 확인을 해 주세요.',
    en: 'The answer was wrong too many times. Try again later, or choose another way to verify that it is you.',
  },
  noQnA: {
    ko: '등록된 질문과 답변이 없어요. 다른 방법을 사용하거나 관리자에게 문의해 주세요.',
    en: 'No question and answer is registered. Choose another way or contact your administrator.',
  },
  tooManyQuestions: {
    ko: '비밀번호를 너무 여러 번 확인했어요. 처음부터 다시 시작해 주세요.',
    en: 'Passwords were checked too many times. Start again.',
  },
  noMatch: {
    ko: '입력한 정보가 등록된 정보와 맞지 않아요. 다시 확인하거나 관리자에게 문의해 주세요.',
    en: 'User information does not match.',
  },
  identityLocked: {
    ko: '본인 확인에 여러 번 실패했어요. 잠시 후 다시 시도하거나 관리자에게 문의해 주세요.',
    en: 'The identity check failed too many times. Try again later or contact your administrator.',
  },
  codeVoid: {
    ko: '{maxCount}번 틀려 이 인증번호는 사용할 수 없어요. 새 인증번호를 받아 주세요.',
    en: 'This code is no longer valid after {maxCount} wrong entries. Get a new one.',
  },
} as const satisfies Record<string, Readonly<Record<Language, string>>>;
