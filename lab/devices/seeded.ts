import type { SeededDevices } from '#server/seed/devices.ts';
import type { Devices, EmergencyCode, OtpApp, OtpCard, Yubikey } from './types.ts';

/** A Yubikey in the initial data of the demonstration. */
export type SeededYubikey = NonNullable<SeededDevices['yubikeyFirst']>;

const seededCard = (seed: NonNullable<SeededDevices['otpCard']>): OtpCard => ({
  kind: seed.kind,
  serial: seed.serial,
  secret: seed.secret,
  digits: seed.digits ?? 6,
  algorithm: seed.algorithm ?? 'SHA1',
  counter: seed.counter ?? 0,
  period: seed.period ?? 30,
});

/** The lab's simulation of a Yubikey in the initial data. */
export const seededYubikey = (seed: SeededYubikey): Yubikey => ({
  publicId: seed.publicId,
  privateId: seed.privateId,
  aesKey: seed.aesKey,
  usage: seed.useCounter ?? 0,
  session: seed.sessionCounter ?? 0,
});

const seededApp = ({
  deviceName,
  secret,
  digits = 6,
  period = 30,
}: NonNullable<SeededDevices['mobileApp']>) =>
  secret === undefined ? null : ({ deviceName, secret, digits, period } satisfies OtpApp);

const emergencyCode = ({ code, until }: NonNullable<SeededDevices['emergencyCode']>): EmergencyCode => ({
  code,
  validUntil: Date.parse(until),
});

/** The lab's simulations of the devices that the initial data list for an account. */
export const seededDevices = (seed: SeededDevices): Devices => ({
  card: seed.otpCard ? seededCard(seed.otpCard) : null,
  yubikeys: [seed.yubikeyFirst, seed.yubikeySecond].filter((key) => key !== undefined).map(seededYubikey),
  app: seed.mobileApp ? seededApp(seed.mobileApp) : null,
  appKey: seed.mobileApp?.key ?? null,
  passkeyName: seed.passkeyName ?? null,
  emergencyCode: seed.emergencyCode ? emergencyCode(seed.emergencyCode) : null,
});
