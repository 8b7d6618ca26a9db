import type { Clock } from '#server/config/deps.ts';
import { movingFactorOf, timeStep } from '#server/login/otp/one-time-password.ts';
import { isWithinPeriod, type LocalTime } from '#server/login/policy/local-time.ts';
import type { ErrorName } from '#server/login/texts.ts';
import type { OtpCard, OtpCards } from '#server/storage/repositories/otp-cards.ts';
import type { GuessCheck } from './count-guesses.ts';
import { type MethodRefusal, methodRefusal, methodSuccess, wrongSecret } from './method.ts';

/** A range of moving factors, both ends included. */
type Range = readonly [from: number, to: number];

type Windows = {
  /** Window of codes that are accepted without resynchronisation. */
  readonly accepted: Range;
  /** Resynchronisation window: two consecutive codes are accepted (RFC 4226, section 7.4). */
  readonly resync: Range;
  /** Window of codes that are already used. */
  readonly spent: Range;
};

/** Look-ahead window of an HOTP card (RFC 4226, section 7.4). */
const LOOK_AHEAD = 10;
const RESYNC_AHEAD = 200;
const LOOK_BACK = 20;
/** Time steps of clock drift that are accepted without and with resynchronisation (RFC 6238, section 6). */
const DRIFT = 1;
const RESYNC_DRIFT = 20;

function windowsOf({ kind, nextFactor, period, drift }: OtpCard, now: number): Windows {
  if (kind === 'hotp') {
    return {
      accepted: [nextFactor, nextFactor + LOOK_AHEAD],
      resync: [nextFactor + LOOK_AHEAD + 1, nextFactor + RESYNC_AHEAD],
      spent: [nextFactor - LOOK_BACK, nextFactor - 1],
    };
  }
  const expected = timeStep(now, period) + drift;
  return {
    accepted: [Math.max(nextFactor, expected - DRIFT), expected + DRIFT],
    resync: [Math.max(nextFactor, expected - RESYNC_DRIFT), expected + RESYNC_DRIFT],
    spent: [expected - RESYNC_DRIFT, nextFactor - 1],
  };
}

const driftOf = ({ kind, period }: OtpCard, factor: number, now: number): number =>
  kind === 'hotp' ? 0 : factor - timeStep(now, period);

/** Why a card may not be used now; null when it may. */
export function cardUsageProblem(
  { isRegistered, isUsable, usagePeriod }: OtpCard,
  local: LocalTime,
): ErrorName | null {
  if (!isRegistered) return '007_1';
  if (!isUsable) return '007_2';
  return isWithinPeriod(local, usagePeriod) ? null : '007_3';
}

/** Result of matching a code against its card. */
export type CardReading =
  | { readonly result: 'right'; readonly factor: number; readonly drift: number }
  /** A right code that was used already, or precedes a used one. */
  | { readonly result: 'used' }
  /** A code in the resynchronisation window: the card is out of step, and the code of factor `next` has to follow. */
  | { readonly result: 'outOfStep'; readonly next: number }
  | { readonly result: 'wrong' };

/**
 * Matches a code against the windows of its card.
 * @param now epoch milliseconds
 */
export function readCard(card: OtpCard, code: string, now: number): CardReading {
  const { accepted, spent, resync } = windowsOf(card, now);
  const awaited = card.awaitedFactor;
  const factor =
    movingFactorOf(code, card, ...accepted) ??
    (awaited === null ? null : movingFactorOf(code, card, awaited, awaited));
  if (factor !== null) return { result: 'right', factor, drift: driftOf(card, factor, now) };
  if (movingFactorOf(code, card, ...spent) !== null) return { result: 'used' };
  const far = movingFactorOf(code, card, ...resync);
  return far === null ? { result: 'wrong' } : { result: 'outOfStep', next: far + 1 };
}

/**
 * The code of an OTP card, by counter or by clock. A used code is refused (005_2); a card that is out of step is accepted
 * again after two consecutive codes (007 and 005 families).
 */
export function otpCardCheck(cards: OtpCards, now: Clock, localTime: () => LocalTime): GuessCheck {
  const refusalOf = async (
    card: OtpCard,
    reading: Exclude<CardReading, { result: 'right' }>,
  ): Promise<MethodRefusal> => {
    if (reading.verdict === 'spent') return wrongSecret('005_2');
    if (reading.verdict === 'wrong') return wrongSecret('005_1');
    await cards.requireNext(card.serial, reading.next);
    return wrongSecret('005_1', 'cardOutOfStep');
  };

  return {
    async precheck({ userId }, secret) {
      const card = await cards.of(userId);
      if (!card) return methodRefusal('007');
      const errCode = cardUsageProblem(card, localTime());
      if (errCode) return methodRefusal(errCode);
      return /^\d+$/.test(secret) && secret.length === card.digits ? null : methodRefusal('005_4');
    },
    async verify({ userId }, secret) {
      const card = await cards.of(userId);
      if (!card) return methodRefusal('007');
      const reading = readCard(card, secret, now());
      if (reading.verdict !== 'right') return refusalOf(card, reading);
      const wasUnused = await cards.spend(card.serial, reading.factor, reading.drift);
      return wasUnused ? methodSuccess('hwOtp') : wrongSecret('005_2');
    },
  };
}
