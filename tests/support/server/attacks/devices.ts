import { base32Bytes } from '#lab/otp/base32.ts';
import { hotp, timeStep } from '#lab/otp/hotp.ts';
import { type YubikeyChip, yubikeyOtp } from '#lab/otp/yubikey-otp.ts';
import {
  type SoftwareAuthenticator,
  softwareAuthenticator,
} from '#tests/support/server/software-authenticator.ts';

const MODHEX = 'cbdefghijklnrtuv';
const SECRETS = ['JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', 'MFRGGZDFMZTWQ2LKNNWG23TPOBYXE43U'] as const;

/** A Yubikey, with the counters of its next touch. */
export type Key = { readonly chip: YubikeyChip & { readonly publicId: string }; touches: number };
/** An OTP card, with the counter of its next press. */
export type Card = { readonly serial: string; readonly secret: string; presses: number };
/** A mobile app, with the secret of its codes; `key` proves its calls, and is null for an offline app. */
export type App = { readonly uuid: string; secret: string; key: string | null };

/** The devices of one person. */
export type Devices = {
  readonly key: Key;
  readonly card: Card;
  readonly app: App;
  readonly passkey: SoftwareAuthenticator;
};

/** Devices that are unique for each number. */
export function devicesOf(number: number): Devices {
  const hex = number.toString(16).padStart(12, '0');
  return {
    key: {
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

export const entryOf = {
  key: ({ chip }: Key) => ({ ...chip, serial: `YK-${chip.publicId}`, modelCode: 'YubiKey 5 NFC' }),
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

/** The next code of a Yubikey, an OTP card or an app. */
export const codeBy = {
  key(key: Key): string {
    key.touches += 1;
    const [usage, session] = [1 + Math.floor(key.touches / 200), key.touches % 200];
    return yubikeyOtp(key.chip, { usage, session, timestamp: 0x1234, random: 0xbeef }, 0);
  },
  card(card: Card): string {
    card.presses += 1;
    return hotp(base32Bytes(card.secret), card.presses - 1, 6);
  },
  app: ({ secret }: App, now: number): string => hotp(base32Bytes(secret), timeStep(now, 30), 6),
};
