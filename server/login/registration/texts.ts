import type { Language } from '#i18n/locale.ts';

/** Refusals of registering, removing and naming factors, in addition to the codes of spec section 8. */
export const REGISTRATION_TEXTS = {
  notAllowed: {
    ko: '정책에서 허용하지 않는 인증 수단이에요. 다른 수단을 등록하거나 관리자에게 문의해 주세요.',
    en: 'The policy does not allow this. Register another method or contact your administrator.',
  },
  tooWeak: {
    ko: '인증 수단을 바꾸려면 먼저 로그인해야 해요. 로그인하면 여기로 돌아와요.',
    en: 'Sign in first to change your methods. You come back here afterwards.',
  },
  otherChannel: {
    ko: '비밀번호나 다른 인증 수단을 설정할 때와 다른 방법으로 본인 확인을 해 주세요. 다른 방법이 없다면 관리자에게 임시 코드나 앱 등록 링크를 요청해 주세요.',
    en: 'Verify by another way than the one that set your password or your other method. If you have none, ask your administrator for a temporary code or an app link.',
  },
  administratorFirst: {
    ko: '첫 인증 수단은 관리자를 통해 등록해요. 관리자에게 임시 코드나 앱 등록 링크를 요청해 주세요.',
    en: 'Your first method is registered with your administrator. Ask for a temporary code or an app link.',
  },
  tooManyTries: {
    ko: '여러 번 틀려서 잠시 등록할 수 없어요. 나중에 다시 시도하거나 다른 수단을 등록해 주세요.',
    en: 'There were too many attempts. Try again later or register another method.',
  },
  clientKey: {
    ko: '클라이언트 키는 영문자와 숫자 16자리예요. 앱에 나온 키를 다시 확인해 주세요.',
    en: 'A client key has 16 letters and digits. Check the key that the app shows.',
  },
  offlineExpired: {
    ko: '등록 시간이 지났어요. 클라이언트 키를 다시 입력해 주세요.',
    en: 'The time for this registration has passed. Enter the client key again.',
  },
  secretExpired: {
    ko: '등록 시간이 지났어요. 새 QR 코드를 받아 주세요.',
    en: 'The time for this registration has passed. Get a new QR code.',
  },
  invalidSerial: {
    ko: '일련번호의 형식이 올바르지 않아요. 카드 뒷면의 번호를 다시 확인해 주세요.',
    en: 'This serial number is not valid. Check the number on the back of the card.',
  },
  invalidVendor: {
    ko: '등록할 수 없는 제조사의 카드예요. 회사에서 받은 카드인지 확인해 주세요.',
    en: 'Cards of this manufacturer cannot be registered. Check that it is a card from your company.',
  },
  unknownCard: {
    ko: '등록할 수 없는 OTP 카드예요. 일련번호를 다시 확인하거나 관리자에게 문의해 주세요.',
    en: 'This OTP card cannot be registered. Check the serial number or contact your administrator.',
  },
  cardTaken: {
    ko: '이미 등록된 OTP 카드예요. 다른 카드를 등록하거나 관리자에게 문의해 주세요.',
    en: 'This OTP card is already registered. Register another one or contact your administrator.',
  },
  nextCode: {
    ko: '카드와 서버의 순서가 어긋났어요. 버튼을 한 번 더 눌러 다음 숫자 6자리를 입력해 주세요.',
    en: 'The card is out of step. Press its button once more and enter the next 6 digits.',
  },
  keyTaken: {
    ko: '이미 등록된 보안 키예요. 다른 키를 등록하거나 관리자에게 문의해 주세요.',
    en: 'This YubiKey is already registered. Register another one or contact your administrator.',
  },
  slotsFull: {
    ko: '보안 키는 두 개까지 등록할 수 있어요. 하나를 삭제한 뒤 다시 등록해 주세요.',
    en: 'You can have two YubiKeys. Remove one of them, then register this one.',
  },
  badName: {
    ko: '이름에 보이지 않는 문자나 여러 개를 이어 붙인 이모지는 사용할 수 없어요. 1자에서 20자 사이로 다시 입력해 주세요.',
    en: 'A name has 1 to 20 characters, without invisible ones and without joined emoji. Enter another one.',
  },
  nameTaken: {
    ko: '이미 사용 중인 이름이에요. 다른 이름을 입력해 주세요.',
    en: 'This name is in use already. Enter another one.',
  },
  passkeyTaken: {
    ko: '이미 등록된 패스키예요. 이 기기로 바로 로그인할 수 있어요.',
    en: 'This passkey is already registered: this device can sign you in.',
  },
  passkeyModel: {
    ko: '회사에서 허용한 보안 키에만 패스키를 등록할 수 있어요. 회사에서 받은 보안 키로 다시 등록해 주세요.',
    en: 'Passkeys can be registered on security keys that your company allows. Try again with one of them.',
  },
  passkeyNotMade: {
    ko: '패스키를 등록하지 못했어요. 다시 시도해 주세요.',
    en: 'The passkey was not registered. Try again.',
  },
  lastFactor: {
    ko: '로그인에 꼭 필요한 마지막 수단이라 삭제할 수 없어요. 다른 수단을 먼저 등록해 주세요.',
    en: 'You could not sign in without it. Register another method first.',
  },
  ownSession: {
    ko: '지금 사용하는 브라우저예요. 서비스에서 로그아웃해 주세요.',
    en: 'This is the browser that you are using. Sign out at your service.',
  },
} as const satisfies Record<string, Readonly<Record<Language, string>>>;
