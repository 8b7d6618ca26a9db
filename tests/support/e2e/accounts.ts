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

/** The limit of sends is proved call by call; here each account signs in many times. */
const MANY_SENDS = { perAccount: 1000, perAddress: 1000, perSession: 1000 };

const CONTACT_USERS = ['sent', 'habit', 'inactivated'];

/** Everyone here has these contacts; the lab shows what is sent to them. */
const CONTACTS = {
  phoneNumber: '010-7000-2201',
  internalMail: 'tester@hanbit.example',
  privateMail: 'tester@mail.example',
};

/** Devices whose method an administrator has inactivated. */
const LOCKED_DEVICES = {
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
 * Accounts beside the demonstration's: one for each odd password, a second password-only person (`yun`),
 * one whose wrong passwords are counted (`counted`), one whose guesses may lock it (`guessed`), one who
 * proves the password before other methods (`gate`), and people who have every contact and no device
 * (`sent`, and one for each test that leaves marks), and one whose devices are inactivated (`locked`),
 * and one who has no method and can register none (`barred`).
 */
export const TEST_CONFIG: ConfigFile = {
  limits: { sends: MANY_SENDS },
  accounts: await Promise.all([
    ...Object.entries(ODD_PASSWORDS).map(([userId, password]) => account(userId, password)),
    ...['yun', 'counted', 'guessed', 'gate', ...CONTACT_USERS].map((userId) =>
      account(userId, SEED_PASSWORD),
    ),
    account('barred', SEED_PASSWORD),
    account('locked', SEED_PASSWORD).then((entry) => ({ ...entry, ...LOCKED_DEVICES })),
  ]),
  policies: [
    { id: 'devices', users: ['locked'], authType: 'otp', methods: ['sms', 'yubikey', 'mobileOtp'] },
    { id: 'no-way', users: ['barred'], authType: 'otp', methods: ['hwOtp', 'fido2Token'] },
    { id: 'gate', users: ['gate'], authType: 'other', methods: ['pw', 'sms'] },
    {
      id: 'contacts',
      users: CONTACT_USERS,
      authType: 'otp',
      methods: ['emergencyCode', 'pw', 'sms', 'internalMail', 'privateMail'],
    },
  ],
};
