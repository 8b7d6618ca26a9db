import type { Language } from '#i18n/locale.ts';
import type { GatewayFailure } from '#server/login/sending/gateway-error.ts';
import type { AuditLine } from '#server/operations/audit/line.ts';
import { NO_DEFAULT } from '#wire/default-method.ts';
import { FACTOR_TYPES } from '#wire/factor-types.ts';
import { TYPE_CODES } from '#wire/type-codes.ts';

/** The parts of the sentence of an event. */
type EventTexts = {
  /** The method, such as ` by pw`; empty without a method. */
  readonly by: string;
  /** The service, such as ` at wiki`; empty without a service. */
  readonly at: string;
  /** The device, such as `: Galaxy`; empty without a device. */
  readonly device: string;
  /** The reason of a refusal. */
  readonly why: string;
  readonly line: AuditLine;
};

/** Writes the sentence of an event. Its subject is the person, whom the sentence does not name. */
type EventSentence = Readonly<Record<Language, (parts: EventTexts) => string>>;

/** Texts for common error codes (spec section 8). Other codes are shown without a text. */
const REASONS: ReadonlyMap<string, Readonly<Record<Language, string>>> = new Map([
  ['001', { ko: '비밀번호가 틀림', en: 'wrong password' }],
  ['001_1', { ko: '잠긴 계정', en: 'locked' }],
  ['002', { ko: '사용 중지된 계정', en: 'disabled' }],
  ['002_1', { ko: '사용 기간이 아님', en: 'outside the usage period' }],
  ['002_2', { ko: '사용 시간이 아님', en: 'outside the usage hours' }],
  ['002_3', { ko: '차단된 계정', en: 'blocked' }],
  ['accountDormant', { ko: '휴면 계정', en: 'dormant' }],
  ['signInShut', { ko: '본인 확인이 필요한 계정', en: 'suspended until an identity check' }],
  ['networkNotAllowed', { ko: '허용되지 않은 네트워크', en: 'network not allowed' }],
  ['004', { ko: '임시 코드가 틀림', en: 'wrong temporary code' }],
  ['005_1', { ko: '인증번호가 틀림', en: 'wrong code' }],
  ['005_2', { ko: '이미 사용한 인증번호', en: 'code used before' }],
  ['005_3', { ko: '시간이 지난 인증번호', en: 'code expired' }],
  ['005_6', { ko: '잠긴 인증 수단', en: 'method locked' }],
  ['010', { ko: '승인하지 않음', en: 'not approved' }],
  ['010_2', { ko: '승인이 요청과 다름', en: 'approval does not match the request' }],
  ['010_3', { ko: '승인 시간이 지남', en: 'approval expired' }],
]);

const textField = (line: AuditLine, name: string): string => String(line[name] ?? '');

const detailsText = ({ details }: AuditLine): string =>
  typeof details === 'object'
    ? Object.entries(details)
        .map(([name, value]) => `, ${name} ${value}`)
        .join('')
    : '';

const FACTOR_NAMES: ReadonlyMap<string, Readonly<Record<Language, string>>> = new Map([
  [FACTOR_TYPES.otpCard, { ko: 'OTP 카드', en: 'OTP card' }],
  [FACTOR_TYPES.yubikey, { ko: '보안 키', en: 'security key' }],
  [FACTOR_TYPES.mobileApp, { ko: '모바일 앱', en: 'mobile app' }],
  [TYPE_CODES.qr, { ko: 'QR', en: 'QR' }],
  [FACTOR_TYPES.passkey, { ko: '패스키', en: 'passkey' }],
  [NO_DEFAULT, { ko: '없음', en: 'none' }],
]);

const factorName = (line: AuditLine, language: Language): string =>
  FACTOR_NAMES.get(textField(line, 'kind'))?.[language] ?? textField(line, 'kind');

/** Says that a remembered browser replaced the second step (rule 252); empty for other sign-ins. */
const rememberedBrowserText = (line: AuditLine, language: Language): string => {
  if (line['way'] !== 'remembered') return '';
  return language === 'ko'
    ? ', 2단계 인증을 생략하는 브라우저에서'
    : ', a remembered browser for the second step';
};

/** Why a message was not delivered although the gateway had accepted it. */
const DELIVERY_FAILURES: Readonly<Record<GatewayFailure, Readonly<Record<Language, string>>>> = {
  number: { ko: 'SMS를 받을 수 없는 번호', en: 'the number cannot receive SMS' },
  blocked: { ko: '수신이 차단된 번호', en: 'blocked by the person or the carrier' },
  abroad: { ko: '해외 번호', en: 'a foreign number' },
  phone: { ko: '휴대폰이 꺼져 있거나 연결되지 않음', en: 'phone off or out of reach' },
  credit: { ko: '게이트웨이 잔액 부족', en: 'no credit left at the gateway' },
  limit: { ko: '게이트웨이 한도 초과', en: 'limit of the gateway reached' },
  credentials: { ko: '게이트웨이 인증 실패', en: 'credentials not accepted by the gateway' },
  sender: { ko: '등록되지 않은 발신 번호', en: 'sender not registered' },
  content: { ko: '보낼 수 없는 내용', en: 'content not accepted' },
  refused: { ko: '게이트웨이가 거절함', en: 'refused by the gateway' },
  outage: { ko: '게이트웨이 장애', en: 'outage of the gateway' },
};

const isDeliveryFailure = (result: string): result is GatewayFailure => result in DELIVERY_FAILURES;

const deliveryFailureText = ({ result }: AuditLine, language: Language): string =>
  isDeliveryFailure(result) ? DELIVERY_FAILURES[result][language] : result;

/** The name of a gateway and its result code, such as `solapi 3047`. */
const gatewayCode = (line: AuditLine): string => `${textField(line, 'gateway')} ${textField(line, 'code')}`;

const EVENT_TEXTS: Readonly<Record<AuditLine['event'], EventSentence>> = {
  'login.passed': {
    ko: ({ by, at }) => `한 단계를 통과했어요${by}${at}`,
    en: ({ by, at }) => `passed a step${by}${at}`,
  },
  'login.completed': {
    ko: ({ by, at, line }) => `로그인했어요${by}${at}${rememberedBrowserText(line, 'ko')}`,
    en: ({ by, at, line }) => `signed in${by}${at}${rememberedBrowserText(line, 'en')}`,
  },
  'service.entered': {
    ko: ({ at, line }) => `서비스에 들어갔어요${at}${rememberedBrowserText(line, 'ko')}`,
    en: ({ at, line }) => `entered a service${at}${rememberedBrowserText(line, 'en')}`,
  },
  'phone.approved': {
    ko: ({ by, device }) => `휴대폰에서 승인했어요${by}${device}`,
    en: ({ by, device }) => `approved on the phone${by}${device}`,
  },
  'phone.denied': {
    ko: ({ by, device }) => `휴대폰에서 거절했어요${by}${device}`,
    en: ({ by, device }) => `denied on the phone${by}${device}`,
  },
  'phone.mismatched': {
    ko: ({ by, device }) => `휴대폰에서 로그인 화면과 다른 글자나 숫자를 선택했어요${by}${device}`,
    en: ({ by, device }) => `chose a wrong value on the phone${by}${device}`,
  },
  'login.refused': {
    ko: ({ by, at, why }) => `로그인이 거절됐어요: ${why}${by}${at}`,
    en: ({ by, at, why }) => `was refused a sign-in${by}${at}: ${why}`,
  },
  'login.declined': {
    ko: ({ at }) => `서비스의 로그인 요청을 취소했어요${at}`,
    en: ({ at }) => `cancelled a sign-in${at}`,
  },
  'login.locked': {
    ko: ({ by, at }) => `여러 번 틀려 잠겼어요${by}${at}`,
    en: ({ by, at }) => `was locked after too many failed attempts${by}${at}`,
  },
  'login.reported': {
    ko: () => '본인이 한 로그인이 아니라고 알렸어요',
    en: () => 'reported a sign-in that was not theirs',
  },
  'identity.matched': {
    ko: ({ at }) => `본인 확인에서 이름과 연락처가 일치했어요${at}`,
    en: ({ at }) => `gave the right name and contact in an identity check${at}`,
  },
  'identity.passed': {
    ko: ({ by, at }) => `본인 확인을 마쳤어요${by}${at}`,
    en: ({ by, at }) => `passed an identity check${by}${at}`,
  },
  'identity.refused': {
    ko: ({ by, at, why }) => `본인 확인이 거절됐어요: ${why}${by}${at}`,
    en: ({ by, at, why }) => `was refused in an identity check${by}${at}: ${why}`,
  },
  'session.ended': {
    ko: ({ at }) => `로그아웃했어요${at}`,
    en: ({ at }) => `was signed out${at}`,
  },
  'browser.remembered': {
    ko: ({ by, at }) => `이 브라우저에서 2단계 인증을 생략하기로 했어요${by}${at}`,
    en: ({ by, at }) => `skips the second step in this browser from now on${by}${at}`,
  },
  'browser.forgotten': {
    ko: () => '브라우저의 2단계 인증 생략을 해제했어요',
    en: () => 'removed a remembered browser',
  },
  'account.dormant': {
    ko: () => '오래 사용하지 않아 휴면 상태가 됐어요',
    en: () => 'became dormant after long disuse',
  },
  'message.undelivered': {
    ko: ({ line }) =>
      line.result === 'replaced'
        ? `알림톡을 받지 못해 SMS로 다시 보냈어요 (${gatewayCode(line)})`
        : `SMS를 받지 못했어요: ${deliveryFailureText(line, 'ko')} (${gatewayCode(line)})`,
    en: ({ line }) =>
      line.result === 'replaced'
        ? `did not receive an Alimtalk, so an SMS followed (${gatewayCode(line)})`
        : `did not receive an SMS: ${deliveryFailureText(line, 'en')} (${gatewayCode(line)})`,
  },
  'factor.added': {
    ko: ({ line }) => `인증 수단을 등록했어요: ${factorName(line, 'ko')}`,
    en: ({ line }) => `registered a factor: ${factorName(line, 'en')}`,
  },
  'factor.refused': {
    ko: ({ why }) => `인증 수단을 바꾸지 못했어요: ${why}`,
    en: ({ why }) => `could not change a factor: ${why}`,
  },
  'factor.renamed': {
    ko: ({ line }) => `인증 수단의 이름을 바꿨어요: ${factorName(line, 'ko')}`,
    en: ({ line }) => `renamed a factor: ${factorName(line, 'en')}`,
  },
  'factor.removed': {
    ko: ({ line }) => `인증 수단을 삭제했어요: ${factorName(line, 'ko')}`,
    en: ({ line }) => `removed a factor: ${factorName(line, 'en')}`,
  },
  'default.changed': {
    ko: ({ line }) => `기본 인증 방법을 바꿨어요: ${factorName(line, 'ko')}`,
    en: ({ line }) => `changed the default method: ${factorName(line, 'en')}`,
  },
  'password.changed': {
    ko: () => '비밀번호를 바꿨어요',
    en: () => 'changed the password',
  },
  'password.refused': {
    ko: ({ why }) => `비밀번호를 바꾸지 못했어요: ${why}`,
    en: ({ why }) => `could not change the password: ${why}`,
  },
  administration: {
    ko: ({ line, why }) =>
      `운영자 ${textField(line, 'operator')}: ${textField(line, 'action')}${detailsText(line)}${line.result === 'ok' ? '' : ` (${why})`}`,
    en: ({ line, why }) =>
      `operator ${textField(line, 'operator')}: ${textField(line, 'action')}${detailsText(line)}${line.result === 'ok' ? '' : ` (${why})`}`,
  },
};

const METHOD_TEXTS: Readonly<Record<Language, (value: string) => string>> = {
  ko: (value) => ` (방법 ${value})`,
  en: (value) => ` by ${value}`,
};
const SERVICE_TEXTS: Readonly<Record<Language, (value: string) => string>> = {
  ko: (value) => ` [${value}]`,
  en: (value) => ` at ${value}`,
};

/** Describes an event of the audit, with the browser and the address. */
export function eventText(line: AuditLine, language: Language): string {
  const text = EVENT_TEXTS[line.event][language]({
    by: line.method === '' ? '' : METHOD_TEXTS[language](line.method),
    at: line.client === '' ? '' : SERVICE_TEXTS[language](line.client),
    // Lines of earlier versions have no device.
    device: textField(line, 'device') && `: ${textField(line, 'device')}`,
    why: REASONS.get(line.result)?.[language] ?? line.result,
    line,
  });
  const origin = [line.browser, line.address].filter((part) => part !== '').join(', ');
  return origin === '' ? text : `${text} — ${origin}`;
}
