import type { Journey } from '#atlas/config.ts';

const ID_ENTRY_STATE = 'id-entry.entering.plain';
const CHOOSER_STATE = 'chooser.choosing.ready';
const RETURN_STATE = 'return-to-service.leaving';

/** The most frequent journeys; `states` are the states whose screens a person sees in turn. */
export const JOURNEYS: readonly Journey[] = [
  {
    id: 'password',
    name: { ko: '비밀번호로 로그인', en: 'Sign in with the password' },
    states: [ID_ENTRY_STATE, 'password.entering', RETURN_STATE],
  },
  {
    id: 'two-steps',
    name: { ko: '비밀번호와 2단계 인증으로 로그인', en: 'Sign in with the password and a second step' },
    states: [ID_ENTRY_STATE, 'password.entering', 'second-factor.proving.device-code', RETURN_STATE],
  },
  {
    id: 'code',
    name: { ko: 'SMS나 메일로 받은 인증번호로 로그인', en: 'Sign in with a code by SMS or mail' },
    states: [ID_ENTRY_STATE, CHOOSER_STATE, 'sent-code.working.delivery.sent.fresh', RETURN_STATE],
  },
  {
    id: 'device',
    name: {
      ko: 'OTP 카드, 보안 키, 앱의 인증번호로 로그인',
      en: 'Sign in with the code of a card, key or app',
    },
    states: [ID_ENTRY_STATE, CHOOSER_STATE, 'device-code.entering', RETURN_STATE],
  },
  {
    id: 'push',
    name: { ko: '휴대폰 푸시로 로그인', en: 'Sign in with a push to the phone' },
    states: [ID_ENTRY_STATE, CHOOSER_STATE, 'push.waiting', RETURN_STATE],
  },
  {
    id: 'qr',
    name: { ko: 'QR 코드로 로그인', en: 'Sign in with a QR code' },
    states: [ID_ENTRY_STATE, 'qr.shown', RETURN_STATE],
  },
  {
    id: 'passkey',
    name: { ko: '패스키로 로그인', en: 'Sign in with a passkey' },
    states: [ID_ENTRY_STATE, 'passkey.asserting.asking', RETURN_STATE],
  },
  {
    id: 'emergency',
    name: { ko: '임시 코드로 로그인', en: 'Sign in with a temporary code' },
    states: [ID_ENTRY_STATE, CHOOSER_STATE, 'emergency.entering', RETURN_STATE],
  },
  {
    id: 'forgot',
    name: { ko: '비밀번호 재설정', en: 'Reset a forgotten password' },
    states: [
      ID_ENTRY_STATE,
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
