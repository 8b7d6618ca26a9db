import { ERROR_CATALOGUE, type ErrorCode } from '#i18n/error-catalogue.ts';
import type { Language } from '#i18n/locale.ts';
import { DIRECTORY_TEXTS } from './directory-texts.ts';
import { PAGE_TEXTS } from './page-texts.ts';
import { PASSWORD_TEXTS } from './password/texts.ts';
import { REGISTRATION_TEXTS } from './registration/texts.ts';

/**
 * The texts of refusals by their names. The texts of the error codes of spec section 8 are only in `i18n` (rule 161).
 */
const TEXTS = {
  ...PAGE_TEXTS,
  ...PASSWORD_TEXTS,
  ...DIRECTORY_TEXTS,
  '500': {
    ko: '서버에서 문제가 생겼어요. 잠시 후 다시 시도해 주세요.',
    en: 'Something went wrong on the server. Try again in a moment.',
  },
  notAuthorized: {
    ko: '로그인 시간이 지났거나 앞 단계를 마치지 않았어요. 아이디부터 다시 입력해 주세요.',
    en: 'Your sign-in has timed out or a step is missing. Enter your ID again.',
  },
  tooMany: {
    ko: '실패한 시도가 너무 많아요. 1분 뒤 다시 시도해 주세요.',
    en: 'Too many failed attempts. Try again in a minute.',
  },
  codeSent: {
    ko: '인증번호를 보냈어요.',
    en: 'The code has been sent.',
  },
  tooManySends: {
    ko: '너무 자주 요청했어요. {minutes}분 뒤 다시 요청해 주세요.',
    en: 'You have asked too often. Ask again in {minutes} min.',
  },
  unknownDevice: {
    ko: '이 앱은 등록되어 있지 않아요. 앱을 다시 등록해 주세요.',
    en: 'This app is not registered. Register it again.',
  },
  proofRefused: {
    ko: '앱이 보낸 요청을 확인하지 못했어요. 휴대폰의 날짜와 시간이 맞는지 확인한 뒤 다시 시도해 주세요.',
    en: 'The request of the app could not be verified. Check the date and time of your phone, then try again.',
  },
  tooManyPushes: {
    ko: '거절하거나 응답하지 않은 푸시가 많아 잠시 보낼 수 없어요. 몇 분 뒤 다시 요청하거나 다른 방법을 선택해 주세요.',
    en: 'Too many pushes were denied or not answered. Request one again in a few minutes or choose another method.',
  },
  pushPending: {
    ko: '다른 곳에서 요청한 푸시가 휴대폰에서 기다리고 있어요. 내가 요청하지 않았다면 거절한 뒤 다시 요청해 주세요.',
    en: 'A push from elsewhere is waiting on your phone. If you did not ask for it, deny it, then request again.',
  },
  signedInElsewhere: {
    ko: '그사이 다른 곳에서 로그인했어요. 로그아웃할 곳을 다시 선택해 주세요.',
    en: 'You have signed in elsewhere meanwhile. Choose again which sign-ins to end.',
  },
  otherSubmission: {
    ko: '같은 요청 번호로 다른 내용을 보냈어요.',
    en: 'Something else was sent under the same request number.',
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
    ko: '이 주소에서 사용할 수 없는 요청 방식이에요.',
    en: 'This address does not take that method.',
  },
  tooManyCodes: {
    ko: 'QR 코드를 너무 자주 만들었어요. 잠시 후 다시 시도하거나 다른 방법을 선택해 주세요.',
    en: 'QR codes have been made too often. Try again in a while or choose another method.',
  },
  wrongNumber: {
    ko: '화면에 나온 숫자가 아니라서 로그인을 거절했어요. 로그인하려던 것이 맞다면 새 QR 코드를 스캔해 주세요.',
    en: 'That is not the number on the screen, so the sign-in was declined. If it was yours, scan a new QR code.',
  },
  urlExpired: {
    ko: '링크가 만료됐어요. 새 링크를 요청해 주세요.',
    en: 'The link has expired. Ask for a new one.',
  },
  urlUsed: {
    ko: '이미 사용했거나 새 링크로 바뀐 링크예요. 새 링크를 확인해 주세요.',
    en: 'The link has been used, or a newer one has taken its place. Look for the newest link.',
  },
  urlInvalid: {
    ko: '올바르지 않은 링크예요. 받은 링크를 끝까지 복사했는지 확인해 주세요.',
    en: 'The link is not valid. Check that you copied all of it.',
  },
  ...REGISTRATION_TEXTS,
  notFound: { ko: '요청한 것을 찾을 수 없어요.', en: 'There is nothing here.' },
} as const satisfies Record<string, Readonly<Record<Language, string>>>;

type RefusalName = keyof typeof TEXTS;

/** The name of a refusal's error: an error code of spec section 8, or a key of `TEXTS`. */
export type ErrorName = ErrorCode | RefusalName;

/** Whether the name of an error is an error code of spec section 8. The page has the texts of these codes. */
export const isErrorCode = (name: ErrorName): name is ErrorCode => Object.hasOwn(ERROR_CATALOGUE, name);

/** The values for the text of a refusal: numbers, or names in both languages. */
export type Details = Readonly<Record<string, number | Readonly<Record<Language, string>>>>;

/** The values for a text in a language, as fields of an answer. */
export const detailsIn = (details: Details, language: Language): Readonly<Record<string, number | string>> =>
  Object.fromEntries(
    Object.entries(details).map(([name, value]) => [
      name,
      typeof value === 'number' ? value : value[language],
    ]),
  );

/** The text of a refusal in a language, with the values inserted. */
export const textOf = (key: RefusalName, language: Language, details: Details = {}): string => {
  const values = detailsIn(details, language);
  return TEXTS[key][language].replace(/\{(\w+)\}/g, (placeholder, name: string) =>
    String(values[name] ?? placeholder),
  );
};
