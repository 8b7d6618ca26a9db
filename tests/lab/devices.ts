import type { SeededDevices } from '#server/seed/devices.ts';

const CARD_FIELDS = { modelCode: 'M', companyName: 'C', registeredOn: '2026-01-01' } as const;

const yubikey = (publicId: string) => ({
  publicId,
  serial: 'YK-1',
  modelCode: 'YubiKey 5 NFC',
  privateId: '010203040506',
  aesKey: '000102030405060708090a0b0c0d0e0f',
  useCounter: 7,
  sessionCounter: 3,
});

/** The ASCII text 12345678901234567890 of the RFCs' vectors. */
export const RFC_SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

export const DEVICES = {
  lee: {
    otpCard: { ...CARD_FIELDS, serial: 'CARD-1', kind: 'hotp', secret: RFC_SECRET },
    yubikeyFirst: yubikey('ccccccbdefgh'),
    yubikeySecond: yubikey('ccccccbdefgi'),
    mobileApp: { uuid: 'u', os: 'o', appVersion: '1', deviceName: 'Galaxy', secret: RFC_SECRET },
    passkeyName: 'Laptop',
    emergencyCode: { code: 'HANBIT27', until: '2099-12-31T23:59:59+09:00' },
  },
  hong: { otpCard: { ...CARD_FIELDS, serial: 'CARD-2', kind: 'totp', secret: RFC_SECRET, digits: 8 } },
} as const satisfies Readonly<Record<string, SeededDevices>>;

export const SPARE_YUBIKEYS = {
  unmapped: yubikey('ccccccbdefje'),
  second: yubikey('ccccccbdefjg'),
  foreign: yubikey('ccccccbdefjf'),
};

export const SPARE_CARDS = [
  { ...CARD_FIELDS, serial: 'CARD-3', kind: 'hotp', secret: RFC_SECRET },
] as const satisfies readonly NonNullable<SeededDevices['otpCard']>[];
