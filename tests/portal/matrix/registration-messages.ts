import { type ExpectedMessages, messagesFor, messagesOfGroups } from './expected-messages.ts';
import type { REGISTRATION_CALLS } from './registration-calls.ts';

type Key = NonNullable<ExpectedMessages['400']>;

/** When the right to change factors has expired, the person verifies the password once more. */
const registrationMessages = (refused: Key, more: ExpectedMessages = {}): ExpectedMessages =>
  messagesFor({ refused, unauthorized: 'management.again', trouble: 'registration.trouble' }, more);

const PASSKEY = registrationMessages('info.passkey.failure.registration');
const APP = registrationMessages('registerApp.failed');
const OFFLINE = registrationMessages('info.mobileapp.failure.offline');
const CARD = registrationMessages('info.otpcard.failure.common', {
  '404': 'info.otpcard.failure.invalid.card',
  '409': 'info.otpcard.failure.already',
});

/** The expected message for each call of a registration and each fault. */
export const REGISTRATION_MESSAGES: Readonly<Record<keyof typeof REGISTRATION_CALLS, ExpectedMessages>> = {
  'POST /login/password, once more': messagesFor({ refused: 'info.failure.authentication.failure' }),
  'POST /data/portal/fido-token/check-name': registrationMessages('info.passkey.failure.registration', {
    '409': 'info.passkey.failure.duplication',
  }),
  'POST /start': PASSKEY,
  'POST /finish': PASSKEY,
  'GET /data/portal/mobileapp/provision/generation/{userId}': APP,
  'POST /noti/mobileapp/provision/link/{tenant}': APP,
  // The page polls whether the app is registered, and shows no message when a poll fails.
  'GET /data/portal/mobileapp/provision': messagesOfGroups({ unauthorized: 'management.again' }),
  'POST /data/portal/mobileapp/provision/qr': APP,
  'GET /data/portal/mobileapp/provision/schema': APP,
  'POST /data/portal/mobileapp/provision/offline/code': OFFLINE,
  'GET /data/portal/mobileapp/provision/offline/code/{userId}': OFFLINE,
  'GET /data/portal/mobileapp/provision/offline/otp/{userId}': OFFLINE,
  'POST /data/portal/mobileapp/provision/offline': OFFLINE,
  'POST /data/portal/hwotp/validation': CARD,
  'POST /data/portal/hwotp/verification': CARD,
  'POST /data/portal/yubikey/mapping': registrationMessages('info.yubikey.failure'),
};
