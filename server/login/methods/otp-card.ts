import type { Clock } from '#server/config/deps.ts';
import { movingFactorOf, timeStep } from '#server/login/otp/one-time-password.ts';
import { isWithinPeriod, type LocalTime } from '#server/login/policy/local-time.ts';
import type { ErrorName } from '#server/login/texts.ts';
import type { OtpCard, OtpCards } from '#server/storage/repositories/otp-cards.ts';
import type { GuessCheck } from './count-guesses.ts';
import { type MethodRefusal, methodRefusal, methodSuccess, wrongSecret } from './method.ts';

/** A range of moving factors: counters of an HOTP card, or time steps of a TOTP card. Both ends are included. */
type Range = readonly [from: number, to: number];

/** The windows of a card, with which a code is compared. */
type Windows = {
  /** Codes that are accepted without resynchronisation. */
  readonly accepted: Range;
  /** Codes of a card that is out of step: two consecutive codes are required (RFC 4226, section 7.4). */
  readonly resync: Range;
  /** Codes that are already used. */
  readonly used: Range;
};

/** Number of unused counters of an HOTP card that are accepted without resynchronisation (RFC 4226, section 7.4). */
const LOOK_AHEAD = 10;
/** Number of unused counters of an HOTP card that are accepted with resynchronisation. */
const RESYNC_LOOK_AHEAD = 200;
/** Number of used counters of an HOTP card whose codes are refused as used instead of wrong. */
const LOOK_BACK = 20;
/** Time steps of clock drift that are accepted without resynchronisation (RFC 6238, section 6). */
const MAX_DRIFT_STEPS = 1;
/** Time steps of clock drift that are accepted with resynchronisation. */
const MAX_RESYNC_DRIFT_STEPS = 20;

function windowsOf({ kind, nextFactor, period, drift }: OtpCard, now: number): Windows {
  if (kind === 'hotp') {
    return {
      accepted: [nextFactor, nextFactor + LOOK_AHEAD],
      resync: [nextFactor + LOOK_AHEAD + 1, nextFactor + RESYNC_LOOK_AHEAD],
      used: [nextFactor - LOOK_BACK, nextFactor - 1],
    };
  }
  const expected = timeStep(now, period) + drift;
  return {
    accepted: [Math.max(nextFactor, expected - MAX_DRIFT_STEPS), expected + MAX_DRIFT_STEPS],
    resync: [Math.max(nextFactor, expected - MAX_RESYNC_DRIFT_STEPS), expected + MAX_RESYNC_DRIFT_STEPS],
    used: [expected - MAX_RESYNC_DRIFT_STEPS, nextFactor - 1],
  };
}

/** The clock drift of a card in time steps, from the moving factor of its code; 0 for an HOTP card. */
const driftOf = ({ kind, period }: OtpCard, factor: number, now: number): number =>
  kind === 'hotp' ? 0 : factor - timeStep(now, period);

/** The error code of a card that may not be used now; null when the card may be used. */
export function cardUsageProblem(
  { isRegistered, isUsable, usagePeriod }: OtpCard,
  time: LocalTime,
): ErrorName | null {
  if (!isRegistered) return '007_1';
  if (!isUsable) return '007_2';
  return isWithinPeriod(time, usagePeriod) ? null : '007_3';
}

/** The result of comparing a code with a card; `factor` is the moving factor of a correct code. */
export type CardComparison =
  | { readonly result: 'right'; readonly factor: number; readonly drift: number }
  /** A code that was already used, or that precedes a used code. */
  | { readonly result: 'used' }
  /** A code in the resynchronisation window. The code of the moving factor `next` has to follow. */
  | { readonly result: 'outOfStep'; readonly next: number }
  | { readonly result: 'wrong' };

/**
 * Compares a code with the windows of a card.
 * @param now epoch milliseconds
 */
export function compareCardCode(card: OtpCard, code: string, now: number): CardComparison {
  const { accepted, used, resync } = windowsOf(card, now);
  const { awaitedFactor } = card;
  const factor =
    movingFactorOf(code, card, ...accepted) ??
    (awaitedFactor === null ? null : movingFactorOf(code, card, awaitedFactor, awaitedFactor));
  if (factor !== null) return { result: 'right', factor, drift: driftOf(card, factor, now) };
  if (movingFactorOf(code, card, ...used) !== null) return { result: 'used' };
  const outOfStepFactor = movingFactorOf(code, card, ...resync);
  return outOfStepFactor === null ? { result: 'wrong' } : { result: 'outOfStep', next: outOfStepFactor + 1 };
}

/**
 * Verifies the code of an OTP card, by counter or by clock. A used code is refused (005_2). A card that is out of step
 * is accepted again after two consecutive codes (007 and 005 families).
 */
export function otpCardCheck(cards: OtpCards, now: Clock, localTime: () => LocalTime): GuessCheck {
  const refuse = async (
    card: OtpCard,
    comparison: Exclude<CardComparison, { result: 'right' }>,
  ): Promise<MethodRefusal> => {
    if (comparison.result === 'used') return wrongSecret('005_2');
    if (comparison.result === 'wrong') return wrongSecret('005_1');
    await cards.requireFactor(card.serial, comparison.next);
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
      const comparison = compareCardCode(card, secret, now());
      if (comparison.result !== 'right') return refuse(card, comparison);
      const wasUnused = await cards.consumeFactor(card.serial, comparison.factor, comparison.drift);
      return wasUnused ? methodSuccess('hwOtp') : wrongSecret('005_2');
    },
  };
}
