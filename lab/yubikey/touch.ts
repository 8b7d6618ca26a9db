import { randomInt } from 'node:crypto';
import type { DeviceStore, StoredYubikey } from '#lab/devices/device-store.ts';
import type { Yubikey } from '#lab/devices/types.ts';
import { type YubikeyChip, yubikeyOtp } from '#lab/otp/yubikey-otp.ts';

/**
 * How a key is touched: `replay` types the last OTP again, `crc` types a wrong checksum, `anonymous` omits the public ID,
 * `plug` plugs the key in again first.
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
const TICK_MS = 125;
const CRC_DAMAGE = 0x5555;

const plugIn = (usage: number, now: number, last: string | null): StoredYubikey => ({
  usage: usage + 1,
  session: 0,
  pluggedAt: now,
  last,
});

const timestampOf = ({ pluggedAt }: StoredYubikey, now: number): number =>
  Math.floor((now - pluggedAt) / TICK_MS) & 0xff_ffff;

const typeOtp = (chip: YubikeyChip, usage: number, session: number, timestamp: number, damage = 0): string =>
  yubikeyOtp(chip, { usage, session, timestamp, random: randomInt(0x1_0000) }, damage);

const displayOf = ({ publicId, note }: Yubikey, { usage, session, last }: StoredYubikey): YubikeyState => ({
  publicId,
  ...(note && { note }),
  otp: last,
  usage,
  session,
});

const stateOf = (store: DeviceStore, key: Yubikey, now: number): StoredYubikey =>
  store.yubikeys.get(key.publicId) ?? plugIn(key.usage, now, null);

/** The state of the key, without touching it. */
export const yubikeyDisplay = (store: DeviceStore, key: Yubikey, now: number): YubikeyState =>
  displayOf(key, stateOf(store, key, now));

function afterTouch(state: StoredYubikey, last: string, now: number): StoredYubikey {
  if (state.session === MAX_SESSION) return plugIn(state.usage, now, last);
  return { ...state, session: state.session + 1, last };
}

function applyTouch(key: Yubikey, state: StoredYubikey, touch: Touch, now: number): StoredYubikey {
  switch (touch) {
    case 'replay':
      return { ...state, last: state.last ?? typeOtp(key, key.usage, key.session, 0) };
    case 'plug':
      return applyTouch(key, plugIn(state.usage, now, state.last), 'plain', now);
    case 'anonymous': {
      const chip = { ...key, publicId: '' };
      const otp = typeOtp(chip, state.usage, state.session, timestampOf(state, now));
      return afterTouch(state, otp, now);
    }
    case 'plain':
    case 'crc': {
      const damage = touch === 'crc' ? CRC_DAMAGE : 0;
      const otp = typeOtp(key, state.usage, state.session, timestampOf(state, now), damage);
      return afterTouch(state, otp, now);
    }
  }
}

/** Touches a key. A replay before the first touch types an OTP with counters that the server has already seen. */
export function touchYubikey(store: DeviceStore, key: Yubikey, touch: Touch, now: number): YubikeyState {
  const state = applyTouch(key, stateOf(store, key, now), touch, now);
  store.yubikeys.set(key.publicId, state);
  return displayOf(key, state);
}
