import type { AnyEventObject, AnyMachineSnapshot } from 'xstate';
import type { Cases } from '#cases/cases.ts';
import { FAILURES, rejected } from '#cases/samples.ts';
import type { RegisterAppMachine } from '#machines/register-app/register-app.machine.ts';
import { failed, success } from '#machines/shared/result.ts';

export const CODE = { authCode: '1234567890123456', otp: '654321', schema: 'cubelogin://provision?ak=x' };

export const SECRET = {
  text: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
  uri: 'otpauth://totp/x:kim?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
};

const OTP = '135790';
const KEY = 'ab12 cd34 ef56 gh78';
const REFUSALS = [
  failed(rejected('notAuthorized', 401)),
  failed(rejected('tooWeak', 403)),
  ...FAILURES,
] as const;
const withTime = <Value>(answer: Value) => ({ at: 0, answer });

export const INPUT = {
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
    { type: 'code.submitted', code: OTP },
    { type: 'code.edited' },
    { type: 'key.submitted', key: 'AB12' },
    { type: 'key.submitted', key: KEY },
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
    createCode: [withTime(success(CODE)), ...REFUSALS.map(withTime)],
    checkRegistered: [success(true), success(false), ...REFUSALS],
    sendKey: [success({}), ...REFUSALS],
    fetchOffline: [success({ ak: 'K7QM2ZXW', otp: '269521' }), ...REFUSALS],
    registerOffline: [success({}), ...REFUSALS],
    issueSecret: [withTime(success(SECRET)), ...REFUSALS.map(withTime)],
    registerStandard: [success({}), failed(rejected('secretExpired')), ...REFUSALS],
  },
  secrets: [KEY, OTP],
} satisfies Cases<RegisterAppMachine>;

/**
 * Whether a clock could fire this timer now. Timers fire in their order: the lifetime of a link or a code ends after
 * the pause between two polls, and the lifetime of a picture before that of its digits.
 */
export function isInClockOrder({ value }: AnyMachineSnapshot, { type }: AnyEventObject): boolean {
  if (!/^xstate\.after\.(linkLifetime|pictureLifetime)/.test(type)) return true;
  const active = JSON.stringify(value);
  const overtakes = type.includes('linkLifetime') && active.includes('"picture"');
  return !overtakes && !active.includes('"interval":"early"');
}
