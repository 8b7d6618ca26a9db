import type { REGISTERING_CALLS } from './registration-calls.ts';
import { type ExpectedMessages, messagesFor, spread } from './sentences.ts';

type Key = NonNullable<ExpectedMessages['400']>;

/** Whose right to change anything has passed verifies the password once more. */
const registering = (refused: Key, more: ExpectedMessages = {}): ExpectedMessages =>
  messagesFor({ refused, unauthorized: 'management.again', trouble: 'registration.trouble' }, more);

const PASSKEY = registering('info.passkey.failure.registration');
const APP = registering('registerApp.failed');
const OFFLINE = registering('info.mobileapp.failure.offline');
const CARD = registering('info.otpcard.failure.common', {
  '404': 'info.otpcard.failure.invalid.card',
  '409': 'info.otpcard.failure.already',
});

/** Texts shown at the registration of a factor. */
export const REGISTRATION_SENTENCES: Readonly<Record<keyof typeof REGISTERING_CALLS, ExpectedMessages>> = {
  'POST /login/password, once more': messagesFor({ refused: 'info.failure.authentication.failure' }),
  'POST /data/portal/fido-token/check-name': registering('info.passkey.failure.registration', {
    '409': 'info.passkey.failure.duplication',
  }),
  'POST /start': PASSKEY,
  'POST /finish': PASSKEY,
  'GET /data/portal/mobileapp/provision/generation/{userId}': APP,
  'POST /noti/mobileapp/provision/link/{tenant}': APP,
  // It asks again and again whether the app is there, and tells nobody that it could not.
  'GET /data/portal/mobileapp/provision': spread({ unauthorized: 'management.again' }),
  'POST /data/portal/mobileapp/provision/qr': APP,
  'GET /data/portal/mobileapp/provision/schema': APP,
  'POST /data/portal/mobileapp/provision/offline/code': OFFLINE,
  'GET /data/portal/mobileapp/provision/offline/code/{userId}': OFFLINE,
  'GET /data/portal/mobileapp/provision/offline/otp/{userId}': OFFLINE,
  'POST /data/portal/mobileapp/provision/offline': OFFLINE,
  'POST /data/portal/hwotp/validation': CARD,
  'POST /data/portal/hwotp/verification': CARD,
  'POST /data/portal/yubikey/mapping': registering('info.yubikey.failure'),
};
