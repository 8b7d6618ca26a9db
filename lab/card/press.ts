import type { DeviceStore } from '#lab/devices/device-store.ts';
import type { OtpCard } from '#lab/devices/types.ts';
import { base32Bytes } from '#lab/otp/base32.ts';
import { hotp, totp } from '#lab/otp/hotp.ts';

/** The state of an OTP card, as its page shows it. */
export type CardState = {
  readonly kind: OtpCard['kind'];
  readonly serial: string;
  /** The code on the display; null before the first press. */
  readonly code: string | null;
  /** Counter of the next press; null for a time-based card. */
  readonly counter: number | null;
};

const initialState = ({ counter }: OtpCard) => ({ counter, shown: null });

/** The current state of a card. */
export function cardState(store: DeviceStore, userId: string, card: OtpCard): CardState {
  const { counter, shown } = store.cards.get(userId) ?? initialState(card);
  const { kind, serial } = card;
  return { kind, serial, code: shown, counter: kind === 'hotp' ? counter : null };
}

/** Presses the button of a card, which then shows a new code, and stores the new state. */
export function pressCard(store: DeviceStore, userId: string, card: OtpCard, now: number): CardState {
  const { counter } = store.cards.get(userId) ?? initialState(card);
  const key = base32Bytes(card.secret);
  const code =
    card.kind === 'hotp'
      ? hotp(key, counter, card.digits, card.algorithm)
      : totp(key, now, card.period, card.digits, card.algorithm);
  store.cards.set(userId, { counter: counter + 1, shown: code });
  return cardState(store, userId, card);
}
