import { randomInt } from 'node:crypto';
import type { DeviceMemory, YubikeyMemory } from '#lab/devices/memory.ts';
import type { Yubikey } from '#lab/devices/types.ts';
import { type YubikeyChip, yubikeyOtp } from '#lab/otp/yubikey-otp.ts';

/**
 * `replay` types the last OTP again, `crc` spoils the checksum, `anonymous` leaves the public ID out, `plug` plugs
 * the key in again before the touch.
 */
export const TOUCHES = ['plain', 'replay', 'crc', 'anonymous', 'plug'] as const;
export type Touch = (typeof TOUCHES)[number];

/** The visible parts of a key. */
export type YubikeyState = Pick<Yubikey, 'publicId' | 'note'> & {
  /** The OTP of the last touch; null before the first. */
  readonly otp: string | null;
  /** Counters of the next touch. */
  readonly usage: number;
  readonly session: number;
};

const MAX_SESSION = 0xff;
const TICK = 125;
const DAMAGE = 0x5555;

const plugIn = (usage: number, now: number, last: string | null): YubikeyMemory => ({
  usage: usage + 1,
  session: 0,
  pluggedAt: now,
  last,
});

const timestampOf = ({ pluggedAt }: YubikeyMemory, now: number): number =>
  Math.floor((now - pluggedAt) / TICK) & 0xff_ffff;

const type = (chip: YubikeyChip, usage: number, session: number, timestamp: number, damage = 0): string =>
  yubikeyOtp(chip, { usage, session, timestamp, random: randomInt(0x1_0000) }, damage);

const displayOf = ({ publicId, note }: Yubikey, { usage, session, last }: YubikeyMemory): YubikeyState => ({
  publicId,
  ...(note && { note }),
  otp: last,
  usage,
  session,
});

const stateOf = (memory: DeviceMemory, key: Yubikey, now: number): YubikeyMemory =>
  memory.yubikeys.get(key.publicId) ?? plugIn(key.usage, now, null);

/** The key as it is, without touching it. */
export const yubikeyDisplay = (memory: DeviceMemory, key: Yubikey, now: number): YubikeyState =>
  displayOf(key, stateOf(memory, key, now));

function afterTouch(state: YubikeyMemory, last: string, now: number): YubikeyMemory {
  if (state.session === MAX_SESSION) return plugIn(state.usage, now, last);
  return { ...state, session: state.session + 1, last };
}

function applyTouch(key: Yubikey, state: YubikeyMemory, touch: Touch, now: number): YubikeyMemory {
  switch (touch) {
    case 'replay':
      return { ...state, last: state.last ?? type(key, key.usage, key.session, 0) };
    case 'plug':
      return applyTouch(key, plugIn(state.usage, now, state.last), 'plain', now);
    case 'anonymous': {
      const chip = { ...key, publicId: '' };
      const otp = type(chip, state.usage, state.session, timestampOf(state, now));
      return afterTouch(state, otp, now);
    }
    case 'plain':
    case 'crc': {
      const damage = touch === 'crc' ? DAMAGE : 0;
      const otp = type(key, state.usage, state.session, timestampOf(state, now), damage);
      return afterTouch(state, otp, now);
    }
  }
}

/** Touches a key. A replay before the first touch types an OTP with counters that the server has already seen. */
export function touchYubikey(memory: DeviceMemory, key: Yubikey, touch: Touch, now: number): YubikeyState {
  const state = applyTouch(key, stateOf(memory, key, now), touch, now);
  memory.yubikeys.set(key.publicId, state);
  return displayOf(key, state);
}
