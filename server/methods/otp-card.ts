import type { OtpCard, OtpCards } from '#server/db/otp-cards.ts';
import type { Clock } from '#server/deps.ts';
import { factorOf, timeStep } from '#server/otp/one-time-password.ts';
import { isWithinPeriod, type LocalTime } from '#server/policy/local-time.ts';
import type { TextKey } from '#server/texts.ts';
import type { Check } from './counted.ts';
import { obstacle, passed, type Refused, wrong } from './method.ts';

/** Factors from the first to the second, both included. */
type Range = readonly [from: number, to: number];

type Windows = {
  /** Where a code is taken at once. */
  readonly accepted: Range;
  /** Where a code shows that the card may be out of step: two in a row are taken (RFC 4226, section 7.4). */
  readonly resync: Range;
  /** Where a code was right once. */
  readonly spent: Range;
};

/** Presses of an HOTP card that were not typed in (RFC 4226, section 7.4). */
const LOOK_AHEAD = 10;
const RESYNC_AHEAD = 200;
const LOOK_BACK = 20;
/** Steps of clock drift: taken at once, and at most (RFC 6238, section 6). */
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

function usageCode({ isRegistered, isUsable, usagePeriod }: OtpCard, local: LocalTime): TextKey | null {
  if (!isRegistered) return '007_1';
  if (!isUsable) return '007_2';
  return isWithinPeriod(local, usagePeriod) ? null : '007_3';
}

/**
 * The code of a hardware card, by counter or by clock. A used one is refused for good (005_2); a card
 * that is out of step is taken again after two codes in a row (007 and 005 families).
 */
export function otpCardCheck(cards: OtpCards, now: Clock, local: () => LocalTime): Check {
  const factorAccepted = (card: OtpCard, code: string, { accepted }: Windows): number | null => {
    const factor = factorOf(code, card, ...accepted);
    if (factor !== null || card.awaitedFactor === null) return factor;
    return factorOf(code, card, card.awaitedFactor, card.awaitedFactor);
  };

  const refusalOf = (card: OtpCard, code: string, { spent, resync }: Windows): Refused => {
    if (factorOf(code, card, ...spent) !== null) return wrong('005_2');
    const farFactor = factorOf(code, card, ...resync);
    if (farFactor === null) return wrong('005_1');
    cards.await(card.serial, farFactor + 1);
    return wrong('005_1', 'cardOutOfStep');
  };

  return {
    obstacle({ userId }, secret) {
      const card = cards.of(userId);
      if (!card) return obstacle('007');
      const errCode = usageCode(card, local());
      if (errCode) return obstacle(errCode);
      return /^\d+$/.test(secret) && secret.length === card.digits ? null : obstacle('005_4');
    },
    judge({ userId }, secret) {
      const card = cards.of(userId);
      if (!card) return obstacle('007');
      const windows = windowsOf(card, now());
      const factor = factorAccepted(card, secret, windows);
      if (factor === null) return refusalOf(card, secret, windows);
      const isSpent = cards.spend(card.serial, factor, driftOf(card, factor, now()));
      return isSpent ? passed('hwOtp') : wrong('005_2');
    },
  };
}
