import { randomInt } from 'node:crypto';
import type { DeviceStore, StoredYubikey } from '#lab/devices/device-store.ts';
import type { Yubikey } from '#lab/devices/types.ts';
import { type YubikeyChip, yubikeyOtp } from '#lab/otp/yubikey-otp.ts';

/**
 * Kinds of touches. `plain`: an ordinary touch; `replay`: types the last OTP again; `crc`: types an OTP with a wrong checksum;
 * `anonymous`: types an OTP without the public ID; `plug`: an ordinary touch after the key was plugged in again.
 */
export const TOUCHES = ['plain', 'replay', 'crc', 'anonymous', 'plug'] as const;
export type Touch = (typeof TOUCHES)[number];

/** The state of a Yubikey, as its page shows it. */
export type YubikeyState = Pick<Yubikey, 'publicId' | 'note'> & {
  /** The OTP of the last touch; null before the first touch. */
  readonly otp: string | null;
  /** `usage` and `session`: counters of the next touch. */
  readonly usage: number;
  readonly session: number;
};

const MAX_SESSION_COUNTER = 0xff;
const TIMESTAMP_TICK_MS = 125;
/** A number that makes a checksum wrong; any number but 0 does. */
const CRC_DAMAGE = 0x5555;

/** The state of a key after it was plugged in. */
const stateAfterPlugIn = (usage: number, now: number, last: string | null): StoredYubikey => ({
  usage: usage + 1,
  session: 0,
  pluggedAt: now,
  last,
});

/** The timestamp of a touch: eighths of a second since the key was plugged in (24 bits). */
const timestampOf = ({ pluggedAt }: StoredYubikey, now: number): number =>
  Math.floor((now - pluggedAt) / TIMESTAMP_TICK_MS) & 0xff_ffff;

const createOtp = (
  chip: YubikeyChip,
  usage: number,
  session: number,
  timestamp: number,
  damage = 0,
): string => yubikeyOtp(chip, { usage, session, timestamp, random: randomInt(0x1_0000) }, damage);

const displayOf = ({ publicId, note }: Yubikey, { usage, session, last }: StoredYubikey): YubikeyState => ({
  publicId,
  ...(note && { note }),
  otp: last,
  usage,
  session,
});

const storedStateOf = (store: DeviceStore, key: Yubikey, now: number): StoredYubikey =>
  store.yubikeys.get(key.publicId) ?? stateAfterPlugIn(key.usage, now, null);

/** The current state of a key. */
export const yubikeyDisplay = (store: DeviceStore, key: Yubikey, now: number): YubikeyState =>
  displayOf(key, storedStateOf(store, key, now));

/** The state of a key after it has typed an OTP. A full session counter plugs the key in again. */
function withTypedOtp(state: StoredYubikey, last: string, now: number): StoredYubikey {
  if (state.session === MAX_SESSION_COUNTER) return stateAfterPlugIn(state.usage, now, last);
  return { ...state, session: state.session + 1, last };
}

/** The state of a key after a touch. */
function stateAfterTouch(key: Yubikey, state: StoredYubikey, touch: Touch, now: number): StoredYubikey {
  switch (touch) {
    case 'replay':
      return { ...state, last: state.last ?? createOtp(key, key.usage, key.session, 0) };
    case 'plug':
      return stateAfterTouch(key, stateAfterPlugIn(state.usage, now, state.last), 'plain', now);
    case 'anonymous': {
      const chip = { ...key, publicId: '' };
      const otp = createOtp(chip, state.usage, state.session, timestampOf(state, now));
      return withTypedOtp(state, otp, now);
    }
    case 'plain':
    case 'crc': {
      const damage = touch === 'crc' ? CRC_DAMAGE : 0;
      const otp = createOtp(key, state.usage, state.session, timestampOf(state, now), damage);
      return withTypedOtp(state, otp, now);
    }
  }
}

/**
 * Touches a key and stores its new state. A replay before the first touch types an OTP with the initial counters, which the
 * server has already used.
 */
export function touchYubikey(store: DeviceStore, key: Yubikey, touch: Touch, now: number): YubikeyState {
  const state = stateAfterTouch(key, storedStateOf(store, key, now), touch, now);
  store.yubikeys.set(key.publicId, state);
  return displayOf(key, state);
}
