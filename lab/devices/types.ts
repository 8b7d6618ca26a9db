import type { HashName } from '#lab/otp/hotp.ts';
import type { YubikeyChip } from '#lab/otp/yubikey-otp.ts';
import type { Bilingual } from '#lab/web/language.ts';

/** An OTP card. A press of its button shows the code of the next counter (HOTP) or of the current time step (TOTP). */
export type OtpCard = {
  readonly kind: 'hotp' | 'totp';
  readonly serial: string;
  /** In base32. */
  readonly secret: string;
  readonly digits: number;
  readonly algorithm: HashName;
  /** Counter of the first press; unused by a time-based card. */
  readonly counter: number;
  /** Length of a time step in seconds; unused by a counter-based card. */
  readonly period: number;
};

/** A simulated Yubikey. */
export type Yubikey = YubikeyChip & {
  /** `usage` and `session`: the counters before the first touch in the lab. */
  readonly usage: number;
  readonly session: number;
  /** What the key demonstrates. */
  readonly note?: Bilingual;
};

/** An authenticator app on a phone, which shows codes. */
export type OtpApp = {
  readonly deviceName: string;
  /** In base32. */
  readonly secret: string;
  readonly digits: number;
  /** Length of a time step in seconds. */
  readonly period: number;
};

/** A temporary code that the administrator has issued. */
export type EmergencyCode = {
  readonly code: string;
  /** Epoch milliseconds. */
  readonly validUntil: number;
};

/** The devices of an account. Their secrets are the same as on the server. */
export type Devices = {
  readonly card: OtpCard | null;
  readonly yubikeys: readonly Yubikey[];
  readonly app: OtpApp | null;
  /** Bearer token of the mobile app's calls; null for an app that makes no calls. */
  readonly appKey: string | null;
  /** Name of the passkey that the person can register; null when the lab offers the person no passkey. */
  readonly passkeyName: string | null;
  /** The temporary code in the demo data; null when the person has no such code. */
  readonly emergencyCode: EmergencyCode | null;
};
