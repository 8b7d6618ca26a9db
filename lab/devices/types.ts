import type { HashName } from '#lab/otp/hotp.ts';
import type { YubikeyChip } from '#lab/otp/yubikey-otp.ts';
import type { Bilingual } from '#lab/web/language.ts';

/** An OTP card: its button shows the password of the next counter, or of the current time step. */
export type OtpCard = {
  readonly kind: 'hotp' | 'totp';
  readonly serial: string;
  /** Base32. */
  readonly secret: string;
  readonly digits: number;
  readonly algorithm: HashName;
  /** Counter of the first press, when the card is counter-based. */
  readonly counter: number;
  /** Seconds of a time step, when the card is time-based. */
  readonly period: number;
};

/** A new Yubikey, with the counters before its first touch. */
export type Yubikey = YubikeyChip & {
  readonly usage: number;
  readonly session: number;
  /** Purpose of this key in the demonstration. */
  readonly note?: Bilingual;
};

/** The authenticator app on the phone. */
export type OtpApp = {
  readonly deviceName: string;
  /** Base32. */
  readonly secret: string;
  readonly digits: number;
  /** Seconds. */
  readonly period: number;
};

/** A temporary code of the administrator. */
export type EmergencyCode = {
  readonly code: string;
  /** Epoch milliseconds. */
  readonly validUntil: number;
};

/** The devices of one account, with the secrets that the server also knows. */
export type Devices = {
  readonly card: OtpCard | null;
  readonly yubikeys: readonly Yubikey[];
  readonly app: OtpApp | null;
  /** Bearer token of the mobile app's calls; null for an app that makes none. */
  readonly appKey: string | null;
  /** Name of the passkey that the person registers; null for somebody who registers none. */
  readonly passkeyName: string | null;
  /** Issued before the lab was started. */
  readonly emergencyCode: EmergencyCode | null;
};
