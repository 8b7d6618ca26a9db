import type { Journey } from '#atlas/config.ts';

const START = 'id-entry.entering.plain';
const CHOICE = 'chooser.choosing.ready';
const END = 'return-to-service.leaving';

/** The most frequent journeys, by the states whose screens a person sees. */
export const JOURNEYS: readonly Journey[] = [
  {
    id: 'password',
    name: { ko: '비밀번호로 로그인', en: 'Sign in with the password' },
    states: [START, 'password.entering', END],
  },
  {
    id: 'two-steps',
    name: { ko: '비밀번호와 2단계 인증으로 로그인', en: 'Sign in with the password and a second step' },
    states: [START, 'password.entering', 'second-factor.proving.device-code', END],
  },
  {
    id: 'code',
    name: { ko: 'SMS나 메일로 받은 코드로 로그인', en: 'Sign in with a code by SMS or mail' },
    states: [START, CHOICE, 'sent-code.working.delivery.sent.fresh', END],
  },
  {
    id: 'device',
    name: { ko: 'OTP 카드, 보안 키, 앱의 코드로 로그인', en: 'Sign in with the code of a card, key or app' },
    states: [START, CHOICE, 'device-code.entering', END],
  },
  {
    id: 'push',
    name: { ko: '휴대폰 푸시로 로그인', en: 'Sign in with a push to the phone' },
    states: [START, CHOICE, 'push.waiting', END],
  },
  {
    id: 'qr',
    name: { ko: 'QR 코드로 로그인', en: 'Sign in with a QR code' },
    states: [START, 'qr.shown', END],
  },
  {
    id: 'passkey',
    name: { ko: '패스키로 로그인', en: 'Sign in with a passkey' },
    states: [START, 'passkey.asserting.asking', END],
  },
  {
    id: 'emergency',
    name: { ko: '임시 코드로 로그인', en: 'Sign in with a temporary code' },
    states: [START, CHOICE, 'emergency.entering', END],
  },
  {
    id: 'forgot',
    name: { ko: '비밀번호 재설정', en: 'Reset a forgotten password' },
    states: [
      START,
      'password.entering',
      'forgot-password.selecting',
      'forgot-password.identity',
      'forgot-password.setup',
    ],
  },
  {
    id: 'link',
    name: { ko: '링크로 첫 비밀번호 만들기', en: 'Create a first password with a link' },
    states: ['url-password.entering', 'url-password.identity', 'url-password.setup'],
  },
  {
    id: 'register',
    name: { ko: '패스키 등록', en: 'Register a passkey' },
    states: [
      'management.proving.entering',
      'management.proving.identifying',
      'management.choosing',
      'register-passkey.naming',
      'management.succeeded',
    ],
  },
];
