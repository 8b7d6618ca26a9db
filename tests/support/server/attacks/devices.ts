import { base32Bytes } from '#lab/otp/base32.ts';
import { hotp, timeStep } from '#lab/otp/hotp.ts';
import { type YubikeyChip, yubikeyOtp } from '#lab/otp/yubikey-otp.ts';
import {
  type SoftwareAuthenticator,
  softwareAuthenticator,
} from '#tests/support/server/software-authenticator.ts';

const MODHEX = 'cbdefghijklnrtuv';
const SECRETS = ['JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', 'MFRGGZDFMZTWQ2LKNNWG23TPOBYXE43U'] as const;

/** A YubiKey, with the number of its touches. */
export type Yubikey = { readonly chip: YubikeyChip & { readonly publicId: string }; touches: number };
/** An OTP card, with the number of its presses. */
export type Card = { readonly serial: string; readonly secret: string; presses: number };
/** A mobile app, with the secret of its codes. `key` proves the calls of the app; null for an offline app. */
export type App = { readonly uuid: string; secret: string; key: string | null };

/** The devices of one person. */
export type Devices = {
  readonly yubikey: Yubikey;
  readonly card: Card;
  readonly app: App;
  readonly passkey: SoftwareAuthenticator;
};

/** The devices of a person; each number gives different devices. */
export function devicesOf(number: number): Devices {
  const hex = number.toString(16).padStart(12, '0');
  return {
    yubikey: {
      chip: {
        publicId: [...hex].map((digit) => MODHEX[Number.parseInt(digit, 16)]).join(''),
        privateId: hex,
        aesKey: hex.padStart(32, 'a'),
      },
      touches: 0,
    },
    card: { serial: `CARD-${hex}`, secret: SECRETS[0], presses: 0 },
    app: { uuid: `app-${hex}`, secret: SECRETS[1], key: hex.padStart(43, 'k') },
    passkey: softwareAuthenticator(),
  };
}

/** The entries of devices in a configuration file. */
export const entryOf = {
  yubikey: ({ chip }: Yubikey) => ({ ...chip, serial: `YK-${chip.publicId}`, modelCode: 'YubiKey 5 NFC' }),
  card: ({ serial, secret }: Card) =>
    ({
      serial,
      secret,
      modelCode: 'C200',
      companyName: 'Hanbit',
      registeredOn: '2026-03-02',
      kind: 'hotp',
    }) as const,
  app: ({ uuid, secret, key }: App) => ({
    uuid,
    secret,
    os: 'Android 16',
    appVersion: '3.2.0',
    deviceName: 'Phone',
    ...(key !== null && { key }),
  }),
};

/** Returns the next code of a YubiKey, an OTP card or an app. */
export const nextCode = {
  yubikey(yubikey: Yubikey): string {
    yubikey.touches += 1;
    // A YubiKey counts its uses, and the touches within a use.
    const usage = 1 + Math.floor(yubikey.touches / 200);
    const session = yubikey.touches % 200;
    return yubikeyOtp(yubikey.chip, { usage, session, timestamp: 0x1234, random: 0xbeef }, 0);
  },
  card(card: Card): string {
    card.presses += 1;
    return hotp(base32Bytes(card.secret), card.presses - 1, 6);
  },
  app: ({ secret }: App, now: number): string => hotp(base32Bytes(secret), timeStep(now, 30), 6),
};
