import type { Language } from '#i18n/locale.ts';

/** What the server says, by the code of spec section 8 or the name of the guard that refused. */
const TEXTS = {
  '000': {
    ko: '등록되지 않은 아이디예요. 아이디를 다시 확인해 주세요.',
    en: 'There is no such user. Check the ID.',
  },
  '001': {
    ko: '비밀번호가 맞지 않아요. {maxCount}번 가운데 {failCount}번 틀렸어요.',
    en: 'The password is wrong. Attempt {failCount} of {maxCount}.',
  },
  '001_1': {
    ko: '비밀번호를 {maxCount}번 틀려 계정이 잠겼어요. 잠시 뒤 다시 시도하거나 관리자에게 문의해 주세요.',
    en: 'The account is locked after {maxCount} wrong passwords. Try again later or ask your administrator.',
  },
  '002': {
    ko: '사용이 중지된 계정이에요. 관리자에게 문의해 주세요.',
    en: 'The account is disabled. Ask your administrator.',
  },
  '002_1': {
    ko: '계정의 사용 기간이 아니에요. 관리자에게 문의해 주세요.',
    en: 'The account is outside its usage period. Ask your administrator.',
  },
  '002_2': {
    ko: '지금은 계정을 사용할 수 있는 시간이 아니에요. 사용 시간에 다시 로그인해 주세요.',
    en: 'The account may not be used at this time. Sign in again within its usage hours.',
  },
  '002_3': {
    ko: '차단된 계정이에요. 관리자에게 문의해 주세요.',
    en: 'The account is blocked. Ask your administrator.',
  },
  '016': {
    ko: '적용할 수 있는 인증 정책이 없어요. 관리자에게 문의해 주세요.',
    en: 'There is no valid policy for you here. Ask your administrator.',
  },
  '016_1': {
    ko: '서비스의 OIDC 설정이 없어요. 서비스 담당자에게 문의해 주세요.',
    en: 'The service has no OIDC configuration. Ask the people who run it.',
  },
  '016_2': {
    ko: '인증 정책의 적용 기간이 아니에요. 관리자에게 문의해 주세요.',
    en: 'The policy is outside its period. Ask your administrator.',
  },
  '016_3': {
    ko: '지금은 인증 정책이 허용하는 시간이 아니에요. 허용된 시간에 다시 로그인해 주세요.',
    en: 'The policy does not allow this time of day. Sign in again within its hours.',
  },
  '018': {
    ko: '이 서비스에서 쓸 수 없는 인증 방법이에요. 다른 방법으로 인증해 주세요.',
    en: 'This method cannot be used here. Choose another one.',
  },
  '500': {
    ko: '서버에서 문제가 생겼어요. 잠시 뒤 다시 시도해 주세요.',
    en: 'Something went wrong on the server. Try again in a moment.',
  },
  policyChanged: {
    ko: '인증 정책이 바뀌었어요. 아이디부터 다시 입력해 주세요.',
    en: 'The policy has changed. Enter your ID again.',
  },
  notEarned: {
    ko: '로그인 시간이 지났거나 앞 단계를 마치지 않았어요. 아이디부터 다시 입력해 주세요.',
    en: 'Your sign-in has timed out or a step is missing. Enter your ID again.',
  },
  tooMany: {
    ko: '실패한 시도가 너무 많아요. 1분 뒤 다시 시도해 주세요.',
    en: 'Too many failed attempts. Try again in a minute.',
  },
  malformed: { ko: '요청의 내용이 올바르지 않아요.', en: 'The content of the request is not valid.' },
  tooLarge: { ko: '요청이 너무 커요.', en: 'The request is too large.' },
  notJson: { ko: '요청은 application/json이어야 해요.', en: 'The request has to be application/json.' },
  noLanguage: { ko: 'X-Language 헤더가 없어요.', en: 'The X-Language header is missing.' },
  foreignOrigin: {
    ko: '다른 사이트에서 온 요청은 받지 않아요.',
    en: 'Requests from other sites are not accepted.',
  },
  wrongMethod: {
    ko: '이 주소에서 쓸 수 없는 요청 방식이에요.',
    en: 'This address does not take that method.',
  },
  notFound: { ko: '요청한 것을 찾을 수 없어요.', en: 'There is nothing here.' },
} as const satisfies Record<string, Readonly<Record<Language, string>>>;

export type TextKey = keyof typeof TEXTS;

/** The text in a language with its values inserted. */
export const textOf = (key: TextKey, language: Language, values: Readonly<Record<string, number>>): string =>
  TEXTS[key][language].replace(/\{(\w+)\}/g, (placeholder, name: string) =>
    String(values[name] ?? placeholder),
  );
