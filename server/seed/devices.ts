import type * as v from 'valibot';
import type { tokens, yubikey } from '#server/config/devices.ts';

type Tokens = v.InferInput<typeof tokens>;
type Yubikey = v.InferInput<typeof yubikey>;

/** A temporary code in plain text, as an administrator gives it to a person. */
type SeededEmergencyCode = {
  readonly code: string;
  /** Beginning of validity, in ISO 8601 with an offset from UTC. */
  readonly from?: string;
  /** End of validity, in ISO 8601 with an offset from UTC. */
  readonly until: string;
  /** Number of wrong guesses so far. */
  readonly failures?: number;
};

/**
 * Devices of a demo account. Keys are in base32 (OTP) or hexadecimal (Yubikey), public IDs in modhex, periods in
 * seconds. Counters have the values before the first use.
 */
export type SeededDevices = Tokens & {
  readonly emergencyCode?: SeededEmergencyCode;
  /**
   * Name of the passkey that can be created in the lab. Passkeys are not seeded, because the browser creates their
   * keys.
   */
  readonly passkeyName?: string;
};

const otpCardWith = (
  serial: string,
  secret: string,
  changes: Partial<NonNullable<Tokens['otpCard']>> = {},
): NonNullable<Tokens['otpCard']> => ({
  serial,
  modelCode: 'C200',
  companyName: 'Hanbit',
  registeredOn: '2026-03-02',
  kind: 'hotp',
  secret,
  digits: 6,
  counter: 0,
  ...changes,
});

const yubikeyWith = (
  publicId: string,
  privateId: string,
  aesKey: string,
  changes: Partial<Yubikey> = {},
): Yubikey => ({
  publicId,
  serial: `YK-${privateId.slice(0, 6)}`,
  modelCode: 'YubiKey 5 NFC',
  privateId,
  aesKey,
  useCounter: 0,
  sessionCounter: 0,
  ...changes,
});

/** The devices of the demo accounts. The simulated devices of the lab have the same secrets. */
export const SEEDED_DEVICES = {
  lee: {
    otpCard: otpCardWith('CARD-00417', 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'),
    yubikeyFirst: yubikeyWith('ccccccbdefgh', '5a1f00c4d2e7', '0f1e2d3c4b5a69788796a5b4c3d2e1f0'),
    mobileApp: {
      uuid: '7d5c3f0a-1b2e-4c6d-8e9f-0a1b2c3d4e5f',
      os: 'Android 16',
      appVersion: '3.2.0',
      deviceName: 'Galaxy S26',
      secret: 'MFRGGZDFMZTWQ2LKNNWG23TPOBYXE43U',
      digits: 6,
      period: 30,
      key: 'lee-galaxy-9QmT4vX2cR7kWz8LhN3pJd5s',
    },
    passkeyName: 'Office laptop',
    emergencyCode: { code: 'HANBIT27', until: '2099-12-31T23:59:59+09:00' },
  },
  park: {
    otpCard: otpCardWith('CARD-00419', 'NBUXG2LDMUQHI2DFEBRWC4TEEBXWMIDQ'),
    yubikeyFirst: yubikeyWith('ccccccbdefgk', '4c2e77a1b390', '2a1b0c3d4e5f60718293a4b5c6d7e8f9'),
    mobileApp: {
      uuid: '1f6a9c2e-8d3b-4a57-b0c1-d2e3f4a5b6c7',
      os: 'Android 16',
      appVersion: '3.2.0',
      deviceName: 'Galaxy Z Flip 8',
      secret: 'OBQXE2ZAONXWM5BAONSWG4TFOQQHI2DF',
      digits: 6,
      period: 30,
      key: 'park-flip-9hTq2RzLm6YcVw4EsXk8NbJf',
    },
    passkeyName: 'Security key',
  },
  hong: {
    otpCard: otpCardWith('CARD-00423', 'KRUGKIDROVUWG2ZAMJZG653OEBTG66BA', { kind: 'totp', period: 30 }),
    yubikeyFirst: yubikeyWith('ccccccbdefgi', '6b2a11d5e3f8', '1a2b3c4d5e6f708192a3b4c5d6e7f809'),
    yubikeySecond: yubikeyWith('ccccccbdefgj', '7c3b22e6f409', '2b3c4d5e6f708192a3b4c5d6e7f80912'),
  },
  lim: {
    mobileApp: {
      uuid: 'c2f1a9d4-6b3e-4f70-a1c8-5d9e2b7f4a63',
      os: 'iOS 20',
      appVersion: '3.2.0',
      deviceName: 'iPhone 18',
      secret: 'NRUW24DVONUGC3TEOFZGG33EMVZWCYLM',
      digits: 6,
      period: 30,
      key: 'lim-iphone-4bYs6Fq1TnV8wKe3XrH7mLz2',
    },
  },
  bae: { emergencyCode: { code: 'GAONNA35', until: '2020-12-31T23:59:59+09:00' } },
  heo: { emergencyCode: { code: 'MIRINAE8', until: '2099-12-31T23:59:59+09:00', failures: 5 } },
  jo: { otpCard: otpCardWith('CARD-00431', 'ONSWG4TFOQQGM33SEB2GQZJANRQWE4ZB') },
  cha: { otpCard: otpCardWith('CARD-00432', 'MNQXEZBANFZSA3TPOQQG63RAORUGKIDS', { status: 'unregistered' }) },
  joo: { otpCard: otpCardWith('CARD-00433', 'OR2XE3TFMQQG6ZTGEBRHSIDBMRWWS3RB', { usable: false }) },
  woo: {
    otpCard: otpCardWith('CARD-00434', 'MV4HA2LSMVSCA3DPNZTSAYLHN4QHG2LS', {
      usagePeriod: { until: '2020-12-31' },
    }),
  },
  ku: {
    yubikeyFirst: yubikeyWith('ccccccbdefhb', '8d4c33f7051a', '3c4d5e6f708192a3b4c5d6e7f8091223', {
      status: 'disabled',
    }),
  },
  min: {
    yubikeyFirst: yubikeyWith('ccccccbdefhc', '9e5d4408162b', '4d5e6f708192a3b4c5d6e7f809122334', {
      usable: false,
    }),
  },
  na: {
    yubikeyFirst: yubikeyWith('ccccccbdefhd', 'af6e5519273c', '5e6f708192a3b4c5d6e7f80912233445', {
      usagePeriod: { until: '2020-12-31' },
    }),
  },
  tak: { yubikeyFirst: yubikeyWith('ccccccbdefhe', 'e7a1c2940b5d', '708192a3b4c5d6e7f80912233445566b') },
  ma: {
    yubikeyFirst: yubikeyWith('ccccccbdefhf', 'f8b2d3a51c6e', '8192a3b4c5d6e7f80912233445566b7c'),
    yubikeySecond: yubikeyWith('ccccccbdefhg', '09c3e4b62d7f', '92a3b4c5d6e7f80912233445566b7c8d'),
  },
  oh: { passkeyName: 'My laptop' },
  pyo: {
    mobileApp: {
      uuid: '3b9d1c7e-5f20-4a8b-9c3d-6e7f8a9b0c1d',
      os: 'iOS 20',
      appVersion: '2.9.1',
      deviceName: 'iPhone 18',
      key: 'pyo-iphone-7HcN5jWq2RtD9sXb4GvK8yPf',
    },
  },
} as const satisfies Readonly<Record<string, SeededDevices>>;

/** The seeded devices of an account; empty for an account without seeded devices. */
export function seededDevicesOf(userId: string): SeededDevices {
  const devicesByUserId: Readonly<Record<string, SeededDevices>> = SEEDED_DEVICES;
  return Object.hasOwn(devicesByUserId, userId) ? (devicesByUserId[userId] ?? {}) : {};
}

/** A Yubikey that no account has registered (008_5). */
export const SPARE_YUBIKEY = yubikeyWith(
  'ccccccbdefje',
  'b07f662a384d',
  '6f708192a3b4c5d6e7f8091223344556',
) satisfies Yubikey;

/** A second Yubikey that no account has registered, so that two people can each register a Yubikey. */
export const SECOND_SPARE_YUBIKEY = yubikeyWith(
  'ccccccbdefjg',
  'd29184586c60',
  '8192a3b4c5d6e7f8091223344556677a',
) satisfies Yubikey;

/**
 * Cards of no account: by counter, by time, of a manufacturer that is not accepted, and with the status unregistered.
 */
export const SPARE_CARDS = [
  otpCardWith('CARD-00501', 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJR'),
  otpCardWith('CARD-00502', 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJS', { kind: 'totp', period: 30 }),
  otpCardWith('GANG-00503', 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJT', { companyName: 'Hangang' }),
  otpCardWith('CARD-00504', 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJU', { status: 'unregistered' }),
] as const satisfies readonly NonNullable<Tokens['otpCard']>[];

/** A Yubikey that the server does not know (008). */
export const FOREIGN_YUBIKEY = yubikeyWith(
  'ccccccbdefjf',
  'c180773b495e',
  '708192a3b4c5d6e7f809122334455667',
) satisfies Yubikey;
