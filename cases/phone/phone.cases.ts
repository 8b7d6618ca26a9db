import type { Cases } from '#cases/cases.ts';
import { rejected } from '#cases/samples.ts';
import type { PhoneMachine } from '#machines/phone/phone.machine.ts';
import type {
  CodeLogin,
  Lock,
  PhoneAccount,
  PhoneData,
  PhoneRequest,
  Requests,
} from '#machines/phone/phone.types.ts';
import { failed, success, UNREACHABLE } from '#machines/shared/result.ts';

export const KIM = { id: 'kim-1', userId: 'kim' };
export const LEE = { id: 'lee-1', userId: 'lee' };
/** An account that was added without a connection. */
export const NOH: PhoneAccount = { id: 'noh-1', userId: 'noh', isOffline: true };

/** States of the lock of the app, on a phone that can create a passkey except for `none`. */
export const LOCKS = {
  unset: { kind: 'unset', coversCodes: false, canCreatePasskey: true },
  passkey: { kind: 'passkey', coversCodes: false, canCreatePasskey: true },
  pin: { kind: 'pin', coversCodes: true, canCreatePasskey: true },
  /** No lock, on a phone that cannot create a passkey. */
  none: { kind: 'unset', coversCodes: false, canCreatePasskey: false },
} as const satisfies Readonly<Record<string, Lock>>;

/** The stored data of a phone with the given accounts. */
export const phoneWith = (
  accounts: readonly PhoneAccount[],
  lock: keyof typeof LOCKS = 'none',
): PhoneData => ({
  accounts,
  lock: LOCKS[lock],
  deviceName: 'Chrome · Android',
});

export const PIN = '271828';

/** A link that opens the app to register an account. */
export const APP_LINK = 'https://portal.example/app/#data=kim';

export const REGISTRATION_CODE = { authCode: '1234567890123456', otp: '654321' };
const COPIED_LINK = 'https://portal.example/provisioning?ak=copied';

export const PUSH_REQUEST: PhoneRequest = {
  id: 'push-1',
  account: KIM,
  purpose: 'login',
  service: 'Company Mail',
  browser: 'Chrome · Windows',
  address: '203.0.113.7',
  at: 1_000,
  validUntil: 61_000,
  remaining: 50_000,
  choices: ['7KQ2', 'AB3D', 'M4NP', 'XY9Z'],
};

/** A QR login whose QR code the phone has scanned. */
export const QR_LOGIN: CodeLogin = {
  qrId: 'qr-1',
  service: 'Company Mail',
  browser: 'Chrome · Windows',
  at: 1_000,
  validUntil: 16_000,
  remaining: 14_000,
  numbers: ['47', '52', '90'],
};

export const CLIENT_KEY = 'AB12CD34EF56GH78';
/** The 8 characters that the portal shows when an offline app is registered. */
export const PORTAL_CHARACTERS = 'K7QM2ZXW';

/** Requests of a phone for which no request is waiting. */
export const NO_REQUESTS: Requests = { request: null, isUnreachable: false, unknownUserIds: [] };

/** The events and port answers that this machine can receive. */
export const cases = {
  events: [
    { type: 'language.chosen', language: 'en' },
    { type: 'link.opened', link: APP_LINK },
    { type: 'opening.retry' },
    { type: 'account.add' },
    { type: 'account.remove', id: KIM.id },
    { type: 'account.remove', id: 'gone' },
    { type: 'removal.confirmed' },
    { type: 'removal.cancelled' },
    { type: 'codes.retry' },
    { type: 'codes.show' },
    { type: 'settings.open' },
    { type: 'settings.leave' },
    { type: 'name.submitted', name: ' ' },
    { type: 'name.submitted', name: 'Galaxy' },
    { type: 'lock.change' },
    { type: 'lock.leave' },
    { type: 'lock.off' },
    { type: 'lock.forgotten' },
    { type: 'cover.toggled' },
    { type: 'passkey.create' },
    { type: 'pin.choose' },
    { type: 'pin.set', pin: '12', again: '12' },
    { type: 'pin.set', pin: PIN, again: '000000' },
    { type: 'pin.set', pin: PIN, again: PIN },
    { type: 'pin.entered', pin: '12' },
    { type: 'pin.entered', pin: PIN },
    { type: 'unlock.retry' },
    { type: 'unlock.leave' },
    { type: 'clearing.confirmed' },
    { type: 'clearing.cancelled' },
    { type: 'notifications.enable' },
    { type: 'choice.made', choice: '7KQ2' },
    { type: 'request.refuse' },
    { type: 'code.scan' },
    { type: 'account.picked', id: LEE.id },
    { type: 'account.picked', id: NOH.id },
    { type: 'number.chosen', number: '47' },
    { type: 'login.decline' },
    { type: 'login.leave' },
    { type: 'adding.method.chosen', method: 'scan' },
    { type: 'adding.method.chosen', method: 'offline' },
    { type: 'characters.submitted', userId: ' ', characters: PORTAL_CHARACTERS },
    { type: 'characters.submitted', userId: ' noh ', characters: PORTAL_CHARACTERS },
    { type: 'comparison.confirmed' },
    { type: 'comparison.failed' },
    { type: 'adding.method.chosen', method: 'digits' },
    { type: 'adding.method.chosen', method: 'link' },
    { type: 'adding.method.change' },
    { type: 'adding.leave' },
    { type: 'link.confirmed' },
    { type: 'link.submitted', link: ' ' },
    { type: 'link.submitted', link: COPIED_LINK },
    { type: 'digits.submitted', authCode: '12', otp: '' },
    { type: 'digits.submitted', ...REGISTRATION_CODE },
    { type: 'entry.edited' },
    { type: 'failure.dismissed' },
  ],
  answers: {
    loadAccounts: [phoneWith([]), phoneWith([KIM, LEE], 'unset'), phoneWith([KIM, NOH], 'pin')],
    createLockPasskey: [true, false],
    confirmPasskey: [true, false],
    savePin: [undefined],
    checkPin: [{ kind: 'right' }, { kind: 'wrong', remainingTries: 4 }, { kind: 'wrong', remainingTries: 0 }],
    turnLockOff: [undefined],
    renamePhone: [true, false],
    coverCodes: [undefined],
    clearPhone: [undefined],
    loadRecords: [
      [
        {
          at: 1_000,
          userId: KIM.userId,
          service: 'Company Mail',
          browser: 'Chrome · Windows',
          outcome: 'refused',
        },
      ],
      [],
    ],
    readLink: [
      { kind: 'registration', userId: 'kim' },
      { kind: 'login', qrId: QR_LOGIN.qrId },
      { kind: 'noLink' },
      { kind: 'otherPortal', portal: 'https://other.example' },
      { kind: 'failed', failure: UNREACHABLE },
    ],
    scanCode: [{ kind: 'text', text: APP_LINK }, { kind: 'denied' }, { kind: 'noCamera' }],
    fetchLogin: [success(QR_LOGIN), failed(rejected('010_3'))],
    answerLogin: [
      success(undefined),
      failed(rejected('wrongNumber')),
      failed(rejected('010_2')),
      failed(rejected('010_3')),
      failed(UNREACHABLE),
    ],
    generateClientKey: [CLIENT_KEY],
    computeComparisonDigits: ['269521'],
    saveOfflineAccount: [undefined],
    register: [success(KIM), failed(rejected('005_1')), failed(UNREACHABLE)],
    computeCodes: [
      {
        codes: [
          { id: KIM.id, code: '123456' },
          { id: LEE.id, code: '654987' },
        ],
        validUntil: 30_000,
        remaining: 12_000,
      },
    ],
    fetchRequests: [
      NO_REQUESTS,
      { request: PUSH_REQUEST, isUnreachable: false, unknownUserIds: [] },
      { request: null, isUnreachable: true, unknownUserIds: ['lee'] },
    ],
    answerRequest: [
      success(undefined),
      failed(rejected('010_2')),
      failed(rejected('010_5', 404)),
      failed(UNREACHABLE),
    ],
    checkNotifications: ['off', 'on'],
    enableNotifications: ['on', 'blocked'],
    removeAccount: [undefined],
  },
  secrets: [REGISTRATION_CODE.authCode, REGISTRATION_CODE.otp, COPIED_LINK, PIN],
} satisfies Cases<PhoneMachine>;
