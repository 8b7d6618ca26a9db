import type { AnyEventObject, AnyMachineSnapshot } from 'xstate';
import type { Cases } from '#cases/cases.ts';
import { FAILURES, rejected } from '#cases/samples.ts';
import type { RegisterAppMachine } from '#machines/register-app/register-app.machine.ts';
import { failed, success } from '#machines/shared/result.ts';

export const REGISTRATION_CODE = {
  authCode: '1234567890123456',
  otp: '654321',
  schema: 'cubelogin://provision?ak=x',
};

export const AUTHENTICATOR_SECRET = {
  text: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
  uri: 'otpauth://totp/x:kim?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
};

const TYPED_OTP = '135790';
const TYPED_CLIENT_KEY = 'ab12 cd34 ef56 gh78';
const REFUSALS = [
  failed(rejected('notAuthorized', 401)),
  failed(rejected('tooWeak', 403)),
  ...FAILURES,
] as const;
/** An answer with the time at which it was received. */
const withTime = <Value>(answer: Value) => ({ at: 0, answer });

export const REGISTER_APP_INPUT = {
  userId: 'kim',
  token: 'token-1',
  clientId: 'demo',
  appMethods: { sms: true, qrCode: true, offline: true, standard: true },
  phoneNumber: '010-****-5678',
  ip: '',
  hasApp: true,
};

/** The events and port answers that this flow can receive. */
export const cases = {
  events: [
    { type: 'method.chosen', method: 'sms' },
    { type: 'method.chosen', method: 'qrCode' },
    { type: 'method.chosen', method: 'offline' },
    { type: 'method.chosen', method: 'standard' },
    { type: 'code.submitted', code: ' ' },
    { type: 'code.submitted', code: '12345' },
    { type: 'code.submitted', code: TYPED_OTP },
    { type: 'code.edited' },
    { type: 'key.submitted', key: 'AB12' },
    { type: 'key.submitted', key: TYPED_CLIENT_KEY },
    { type: 'key.edited' },
    { type: 'comparison.confirmed' },
    { type: 'app.register', osType: 'ios' },
    { type: 'code.renew' },
    { type: 'digits.show' },
    { type: 'registration.back' },
    { type: 'failure.dismissed' },
  ],
  answers: {
    generateAk: [success('ak-1'), ...REFUSALS],
    sendLink: [withTime(success({})), ...REFUSALS.map(withTime)],
    createCode: [withTime(success(REGISTRATION_CODE)), ...REFUSALS.map(withTime)],
    checkRegistered: [success(true), success(false), ...REFUSALS],
    sendKey: [success({}), ...REFUSALS],
    fetchOffline: [success({ ak: 'K7QM2ZXW', otp: '269521' }), ...REFUSALS],
    registerOffline: [success({}), ...REFUSALS],
    issueSecret: [withTime(success(AUTHENTICATOR_SECRET)), ...REFUSALS.map(withTime)],
    registerStandard: [success({}), failed(rejected('secretExpired')), ...REFUSALS],
  },
  secrets: [TYPED_CLIENT_KEY, TYPED_OTP],
} satisfies Cases<RegisterAppMachine>;

/**
 * Whether an event is possible in the order of time. The lifetime of a link or of a QR code cannot end before the pause
 * between two polls has ended, and the lifetime of the digits cannot end while the QR code with its shorter lifetime is
 * shown.
 */
export function isPossibleInTime({ value }: AnyMachineSnapshot, { type }: AnyEventObject): boolean {
  if (!/^xstate\.after\.(linkLifetime|pictureLifetime)/.test(type)) return true;
  const activeStates = JSON.stringify(value);
  const isTooEarly = type.includes('linkLifetime') && activeStates.includes('"picture"');
  return !isTooEarly && !activeStates.includes('"interval":"early"');
}
