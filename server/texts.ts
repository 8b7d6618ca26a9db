import type { Language } from '#i18n/locale.ts';
import { PASSWORD_TEXTS } from './password/texts.ts';
import { REGISTRATION_TEXTS } from './registration/texts.ts';

/** What the server says, by the code of spec section 8 or the name of the guard that refused. */
const TEXTS = {
  ...PASSWORD_TEXTS,
  '000': {
    ko: '등록되지 않은 아이디예요. 아이디를 다시 확인해 주세요.',
    en: 'There is no such user. Check the ID.',
  },
  '001': {
    ko: '비밀번호가 맞지 않아요. {maxCount}번 중 {failCount}번 틀렸어요.',
    en: 'The password is wrong. Attempt {failCount} of {maxCount}.',
  },
  '001_1': {
    ko: '비밀번호를 {maxCount}번 틀려 계정이 잠겼어요. 잠시 후 다시 시도하거나 관리자에게 문의해 주세요.',
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
  '004': {
    ko: '임시 코드가 맞지 않아요. {maxCount}번 중 {failCount}번 틀렸어요.',
    en: 'The temporary code is wrong. Attempt {failCount} of {maxCount}.',
  },
  '004_1': {
    ko: '사용할 수 있는 임시 코드가 없어요. 관리자에게 발급을 요청해 주세요.',
    en: 'There is no temporary code for you to use. Ask your administrator for one.',
  },
  '004_2': {
    ko: '임시 코드를 사용할 수 있는 기간이 아니에요. 관리자에게 새 코드를 요청해 주세요.',
    en: 'The temporary code is outside its period. Ask your administrator for a new one.',
  },
  '004_3': {
    ko: '임시 코드를 {maxCount}번 틀려 더는 사용할 수 없어요. 관리자에게 새 코드를 요청해 주세요.',
    en: 'The temporary code is void after {maxCount} wrong attempts. Ask your administrator for a new one.',
  },
  '005_1': {
    ko: '인증번호가 맞지 않아요. 다시 확인해 입력해 주세요.',
    en: 'The code is wrong. Check it and enter it again.',
  },
  '005_2': {
    ko: '이미 사용한 인증번호예요. 새 인증번호를 입력해 주세요.',
    en: 'The code has already been used. Enter a new one.',
  },
  '005_3': {
    ko: '인증번호의 유효 시간이 지났어요. 새 인증번호를 입력해 주세요.',
    en: 'The code has expired. Enter a new one.',
  },
  '005_4': {
    ko: '인증번호의 형식이 올바르지 않아요. 보이는 그대로 입력해 주세요.',
    en: 'The code has the wrong format. Enter it exactly as shown.',
  },
  '005_5': {
    ko: '인증에 {failCount}번 실패했어요. {maxCount}번 실패하면 이 인증 방법을 쓸 수 없게 돼요.',
    en: 'Authentication has failed {failCount} times. After {maxCount} failures this method is inactivated.',
  },
  '005_6': {
    ko: '인증에 {maxCount}번 실패해 이 인증 방법을 쓸 수 없어요. 다른 방법으로 인증하거나 관리자에게 문의해 주세요.',
    en: 'This method is inactivated after {maxCount} failures. Choose another one or ask your administrator.',
  },
  '005_7': {
    ko: '확인할 인증번호가 없어요. 인증번호를 먼저 받아 주세요.',
    en: 'There is no code to check. Have one sent first.',
  },
  '006': {
    ko: '등록된 휴대폰 번호가 없어요. 다른 방법을 선택하거나 관리자에게 문의해 주세요.',
    en: 'No mobile number is registered. Choose another method or ask your administrator.',
  },
  '006_1': {
    ko: '등록된 사내 메일 주소가 없어요. 다른 방법을 선택하거나 관리자에게 문의해 주세요.',
    en: 'No internal mail address is registered. Choose another method or ask your administrator.',
  },
  '006_2': {
    ko: '등록된 개인 메일 주소가 없어요. 다른 방법을 선택하거나 관리자에게 문의해 주세요.',
    en: 'No private mail address is registered. Choose another method or ask your administrator.',
  },
  '006_3': {
    ko: '등록된 휴대폰 번호와 사내 메일 주소가 없어요. 다른 방법을 선택하거나 관리자에게 문의해 주세요.',
    en: 'Neither a mobile number nor an internal mail address is registered. Choose another method or ask your administrator.',
  },
  '006_4': {
    ko: '등록된 휴대폰 번호와 개인 메일 주소가 없어요. 다른 방법을 선택하거나 관리자에게 문의해 주세요.',
    en: 'Neither a mobile number nor a private mail address is registered. Choose another method or ask your administrator.',
  },
  '006_5': {
    ko: '등록된 사내 메일과 개인 메일 주소가 없어요. 다른 방법을 선택하거나 관리자에게 문의해 주세요.',
    en: 'Neither an internal nor a private mail address is registered. Choose another method or ask your administrator.',
  },
  '007': {
    ko: '등록된 OTP 카드가 없어요. 카드를 등록하거나 다른 방법을 선택해 주세요.',
    en: 'No OTP card is registered for you. Register one or choose another method.',
  },
  '007_1': {
    ko: '등록이 해제된 OTP 카드예요. 관리자에게 문의해 주세요.',
    en: 'This OTP card is no longer on the register. Ask your administrator.',
  },
  '007_2': {
    ko: '사용하지 않도록 설정된 OTP 카드예요. 관리자에게 문의해 주세요.',
    en: 'This OTP card is not set to be used. Ask your administrator.',
  },
  '007_3': {
    ko: 'OTP 카드를 사용할 수 있는 기간이 아니에요. 관리자에게 문의해 주세요.',
    en: 'This OTP card is outside its usable period. Ask your administrator.',
  },
  '008': {
    ko: '알 수 없는 보안 키(YubiKey)예요. 다른 키를 쓰거나 관리자에게 문의해 주세요.',
    en: 'This security key (YubiKey) is unknown. Use another one or ask your administrator.',
  },
  '008_1': {
    ko: '등록된 보안 키(YubiKey)가 없어요. 키를 등록하거나 다른 방법을 선택해 주세요.',
    en: 'No security key (YubiKey) is registered. Register one or choose another method.',
  },
  '008_2': {
    ko: '사용이 중지된 보안 키(YubiKey)예요. 관리자에게 문의해 주세요.',
    en: 'This security key (YubiKey) is disabled. Ask your administrator.',
  },
  '008_3': {
    ko: '사용하지 않도록 설정된 보안 키(YubiKey)예요. 관리자에게 문의해 주세요.',
    en: 'This security key (YubiKey) is not set to be used. Ask your administrator.',
  },
  '008_4': {
    ko: '보안 키(YubiKey)를 사용할 수 있는 기간이 아니에요. 관리자에게 문의해 주세요.',
    en: 'This security key (YubiKey) is outside its usable period. Ask your administrator.',
  },
  '008_5': {
    ko: '아직 누구에게도 연결되지 않은 보안 키(YubiKey)예요. 먼저 등록해 주세요.',
    en: 'This security key (YubiKey) is mapped to nobody yet. Register it first.',
  },
  '008_6': {
    ko: '보안 키(YubiKey)의 공개 ID가 빠졌어요. 키를 다시 터치해 주세요.',
    en: 'The public ID of the security key (YubiKey) is missing. Touch the key again.',
  },
  '008_7': {
    ko: '다른 사람에게 연결된 보안 키(YubiKey)예요. 자신의 키를 쓰거나 다른 방법을 선택해 주세요.',
    en: 'This security key (YubiKey) is mapped to somebody else. Use your own or choose another method.',
  },
  '009': {
    ko: '등록된 모바일 앱이 없어요. 앱을 등록하거나 다른 방법을 선택해 주세요.',
    en: 'No mobile app is registered. Register one or choose another method.',
  },
  '010': {
    ko: '휴대폰에서 승인되지 않았어요. 다시 시도해 주세요.',
    en: 'It was not approved on the phone. Try again.',
  },
  '010_1': {
    ko: '휴대폰에서 거절했어요. 다시 시도하거나 다른 방법을 선택해 주세요.',
    en: 'It was declined on the phone. Try again or choose another method.',
  },
  '010_2': {
    ko: '다른 계정으로 승인했어요. 로그인하려는 계정의 휴대폰으로 승인해 주세요.',
    en: 'Another account approved it. Approve with the phone of the account that signs in.',
  },
  '010_3': {
    ko: '승인할 수 있는 시간이 지났어요. 다시 요청해 주세요.',
    en: 'The time to approve it is over. Request it again.',
  },
  '010_5': {
    ko: '이 화면에서 요청한 승인이 아니거나 이미 사용했어요. 다시 요청해 주세요.',
    en: 'It was not requested here or has been used. Request it again.',
  },
  '011': {
    ko: '등록된 패스키가 없어요. 패스키를 등록하거나 다른 방법을 선택해 주세요.',
    en: 'No passkey is registered. Register one or choose another method.',
  },
  '012': {
    ko: '이 서버에서는 인증번호를 보낼 수 없어요. 다른 방법으로 인증해 주세요.',
    en: 'This server cannot send codes. Choose another method.',
  },
  '012_1': {
    ko: 'SMS 서버에 문제가 있어 인증번호를 보내지 못했어요. 잠시 후 다시 보내거나 다른 방법을 선택해 주세요.',
    en: 'The SMS server failed, so no code was sent. Send again in a moment or choose another method.',
  },
  '012_2': {
    ko: '메일 서버에 문제가 있어 인증번호를 보내지 못했어요. 잠시 후 다시 보내거나 다른 방법을 선택해 주세요.',
    en: 'The mail server failed, so no code was sent. Send again in a moment or choose another method.',
  },
  '012_3': {
    ko: '푸시 서버에 문제가 있어 푸시를 보내지 못했어요. 잠시 후 다시 요청하거나 다른 방법을 선택해 주세요.',
    en: 'The push server failed, so no push was sent. Request it again in a moment or choose another method.',
  },
  '013': {
    ko: '라이선스가 만료됐어요. 관리자에게 문의해 주세요.',
    en: 'The licence has expired. Contact your administrator.',
  },
  '013_1': {
    ko: '라이선스 허용 수를 초과했어요. 관리자에게 문의해 주세요.',
    en: 'The limit of the licence is exceeded. Contact your administrator.',
  },
  '015_1': {
    ko: '항상 쓰도록 정한 인증 방법이 등록되어 있지 않아요. 등록하거나 다른 방법을 선택해 주세요.',
    en: 'Your default method is not registered. Register it or choose another one.',
  },
  '015_2': {
    ko: '{method}의 OTP 정보가 없어요. 다시 등록하거나 다른 방법을 선택해 주세요.',
    en: 'There is no OTP information for {method}. Register it again or choose another method.',
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
    ko: '서버에서 문제가 생겼어요. 잠시 후 다시 시도해 주세요.',
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
  cardOutOfStep: {
    ko: '카드와 서버의 순서가 어긋났어요. 카드에 나오는 다음 번호를 입력해 주세요.',
    en: 'The card is out of step. Enter the next code that it shows.',
  },
  passkeyRefused: {
    ko: '패스키를 확인하지 못했어요. 다시 시도하거나 다른 방법으로 인증해 주세요.',
    en: 'The passkey could not be verified. Try again or choose another method.',
  },
  passkeyUsed: {
    ko: '이미 끝난 패스키 요청이에요. 패스키 인증을 다시 시작해 주세요.',
    en: 'This passkey request is over. Start the passkey authentication again.',
  },
  passkeyExpired: {
    ko: '패스키 요청의 유효 시간이 지났어요. 패스키 인증을 다시 시작해 주세요.',
    en: 'The passkey request has expired. Start the passkey authentication again.',
  },
  passkeyCopied: {
    ko: '이 패스키가 복사되었을 수 있어 받지 않았어요. 다른 방법으로 인증하고 관리자에게 알려 주세요.',
    en: 'This passkey may have been copied, so it was not accepted. Choose another method and tell your administrator.',
  },
  codeSent: {
    ko: '인증번호를 보냈어요.',
    en: 'The code has been sent.',
  },
  tooManySends: {
    ko: '인증번호를 너무 자주 보냈어요. 잠시 후 다시 보내거나 다른 방법을 선택해 주세요.',
    en: 'Codes have been sent too often. Send again in a while or choose another method.',
  },
  unknownDevice: {
    ko: '이 앱은 등록되어 있지 않아요. 앱을 다시 등록해 주세요.',
    en: 'This app is not registered. Register it again.',
  },
  tooManyPushes: {
    ko: '거절하거나 응답하지 않은 푸시가 많아 잠시 보낼 수 없어요. 몇 분 뒤 다시 요청하거나 다른 방법을 선택해 주세요.',
    en: 'Too many pushes were denied or not answered. Request one again in a few minutes or choose another method.',
  },
  pushPending: {
    ko: '다른 곳에서 요청한 푸시가 휴대폰에서 기다리고 있어요. 내가 요청하지 않았다면 거절한 뒤 다시 요청해 주세요.',
    en: 'A push from elsewhere is waiting on your phone. If you did not ask for it, deny it, then request again.',
  },
  pushUnavailable: {
    ko: '이 서버에서는 푸시를 보낼 수 없어요. 다른 방법으로 인증해 주세요.',
    en: 'This server cannot send pushes. Choose another method.',
  },
  pushUnanswered: {
    ko: '아직 휴대폰에서 확인하지 않았어요. 앱에서 확인해 주세요.',
    en: 'The push is not answered yet. Confirm it on your phone.',
  },
  pushDenied: {
    ko: '휴대폰에서 거절했어요. 내가 로그인하는 중이라면 다시 요청하고, 아니라면 관리자에게 알려 주세요.',
    en: 'It was denied on the phone. If it is you who is signing in, request it again; if not, tell your administrator.',
  },
  pushMismatched: {
    ko: '휴대폰에서 고른 글자가 화면의 글자와 달라요. 푸시를 다시 요청하고 화면에 있는 글자를 골라 주세요.',
    en: 'The characters chosen on the phone are not on the screen. Request the push again and choose those you see.',
  },
  pushWithdrawn: {
    ko: '푸시를 취소했어요. 다시 요청하거나 다른 방법을 선택해 주세요.',
    en: 'The push was cancelled. Request it again or choose another method.',
  },
  pushSuperseded: {
    ko: '새로 요청한 푸시가 있어 이 푸시는 취소됐어요. 새 푸시에 응답하거나 다시 요청해 주세요.',
    en: 'A newer push has taken the place of this one. Answer that one or request again.',
  },
  pushSpent: {
    ko: '이미 사용한 푸시예요. 푸시를 다시 요청해 주세요.',
    en: 'This push has already been used. Request another one.',
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

export type TextKey = keyof typeof TEXTS;

/** Values of a text; a name is told in the language of the person. */
export type Details = Readonly<Record<string, number | Readonly<Record<Language, string>>>>;

/** The values as an answer carries them. */
export const detailsIn = (details: Details, language: Language): Readonly<Record<string, number | string>> =>
  Object.fromEntries(
    Object.entries(details).map(([name, value]) => [
      name,
      typeof value === 'number' ? value : value[language],
    ]),
  );

/** The text in a language with its values inserted. */
export const textOf = (key: TextKey, language: Language, details: Details = {}): string => {
  const values = detailsIn(details, language);
  return TEXTS[key][language].replace(/\{(\w+)\}/g, (placeholder, name: string) =>
    String(values[name] ?? placeholder),
  );
};
