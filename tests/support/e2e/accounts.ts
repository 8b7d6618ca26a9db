import { hashPassword } from '#server/login/password/hash.ts';
import { SEED_PASSWORD } from '#server/seed/accounts.ts';
import { CHEAP_HASHING, type ConfigFile } from '#tests/support/e2e/site.ts';

/** Passwords that break naive parsing or trimming. */
const ODD_PASSWORDS = {
  pipe: 'pass|word||1!',
  space: ' two  words ',
  hangul: '비밀번호는 길수록 좋아요',
  long: 'a1!가나다라'.repeat(18).slice(0, 128),
} as const;

/** High limits of sends, since each account signs in many times here; other tests check the limits. */
const HIGH_SEND_LIMITS = { perAccount: 1000, perAddress: 1000, perSession: 1000 };

/** The IDs of the people who have every contact and no device. */
const CONTACT_USERS = ['sent', 'habit', 'inactivated'];

/** The contacts of every test account; the lab shows the messages that are sent to them. */
const CONTACTS = {
  phoneNumber: '010-7000-2201',
  internalMail: 'tester@hanbit.example',
  privateMail: 'tester@mail.example',
};

/** Devices whose methods an administrator has inactivated. */
const INACTIVATED_DEVICES = {
  inactivated: ['8', '9'],
  tokens: {
    yubikeyFirst: {
      publicId: 'cccccccccccb',
      serial: 'YK-LOCKED',
      modelCode: 'YubiKey 5 NFC',
      privateId: '010203040506',
      aesKey: '000102030405060708090a0b0c0d0e0f',
    },
    mobileApp: {
      uuid: 'locked',
      os: 'iOS 20',
      appVersion: '2.9.1',
      deviceName: 'iPhone 18',
      secret: 'GEZDGNBV',
    },
  },
};

const account = async (userId: string, password: string) => ({
  userId,
  name: { ko: `${userId} 님`, en: `The ${userId} account` },
  passwordHash: await hashPassword(password, CHEAP_HASHING),
  ...CONTACTS,
});

/**
 * Accounts in addition to those of the demonstration: one account for each odd password; a person who only has a
 * password (`yun`); a person whose wrong passwords a test counts (`counted`); a person whose account a test locks by guesses
 * (`guessed`); a person who enters the password before other methods (`gate`); people who have every contact and no device
 * (`sent`, and one person for each test that changes an account); a person whose devices are inactivated (`locked`); and a
 * person who has no method and cannot register any (`barred`).
 */
export const TEST_CONFIG: ConfigFile = {
  limits: { sends: HIGH_SEND_LIMITS },
  accounts: await Promise.all([
    ...Object.entries(ODD_PASSWORDS).map(([userId, password]) => account(userId, password)),
    ...['yun', 'counted', 'guessed', 'gate', ...CONTACT_USERS].map((userId) =>
      account(userId, SEED_PASSWORD),
    ),
    account('barred', SEED_PASSWORD),
    account('locked', SEED_PASSWORD).then((entry) => ({ ...entry, ...INACTIVATED_DEVICES })),
  ]),
  policies: [
    { id: 'devices', users: ['locked'], authType: 'otp', methods: ['sms', 'yubikey', 'mobileOtp'] },
    { id: 'no-usable-method', users: ['barred'], authType: 'otp', methods: ['hwOtp', 'fido2Token'] },
    { id: 'gate', users: ['gate'], authType: 'other', methods: ['pw', 'sms'] },
    {
      id: 'contacts',
      users: CONTACT_USERS,
      authType: 'otp',
      methods: ['emergencyCode', 'pw', 'sms', 'internalMail', 'privateMail'],
    },
  ],
};
