import type { DeviceStore } from '#lab/devices/device-store.ts';
import type { OtpCard } from '#lab/devices/types.ts';
import { base32Bytes } from '#lab/otp/base32.ts';
import { hotp, totp } from '#lab/otp/hotp.ts';

/** The visible parts of a card. */
export type CardState = {
  readonly kind: OtpCard['kind'];
  readonly serial: string;
  /** The display; null before the first press. */
  readonly code: string | null;
  /** Counter of the next press; a time-based card has none. */
  readonly counter: number | null;
};

const initialState = ({ counter }: OtpCard) => ({ counter, shown: null });

/** The state of the card, without pressing its button. */
export function cardState(store: DeviceStore, userId: string, card: OtpCard): CardState {
  const { counter, shown } = store.cards.get(userId) ?? initialState(card);
  const { kind, serial } = card;
  return { kind, serial, code: shown, counter: kind === 'hotp' ? counter : null };
}

/** Presses the button of a card. */
export function pressCard(store: DeviceStore, userId: string, card: OtpCard, now: number): CardState {
  const { counter } = store.cards.get(userId) ?? initialState(card);
  const key = base32Bytes(card.secret);
  const shown =
    card.kind === 'hotp'
      ? hotp(key, counter, card.digits, card.algorithm)
      : totp(key, now, card.period, card.digits, card.algorithm);
  store.cards.set(userId, { counter: counter + 1, shown });
  return cardState(store, userId, card);
}
