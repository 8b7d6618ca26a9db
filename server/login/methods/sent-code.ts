import type { Clock } from '#server/config/deps.ts';
import type { MethodKey } from '#server/config/policy.ts';
import { methodOf, missingContact } from '#server/login/sending/channels.ts';
import type { Channel, SentCodes } from '#server/storage/repositories/sent-codes.ts';
import { isSameCode } from '#server/storage/same-code.ts';
import { isSentCode } from '#wire/sent-code.ts';
import type { GuessCheck } from './count-guesses.ts';
import { obstacle, passed, wrong } from './method.ts';

/** A code that was sent on one of these channels to this login: once, within its 300 s (005 and 006 families). */
export function sentCodeCheck(
  codes: SentCodes,
  channels: readonly [Channel, ...Channel[]],
  now: Clock,
): GuessCheck {
  /** A pair counts as its last channel that has carried the code: what that proves, the other proves too. */
  const provedBy = (delivered: readonly Channel[]): MethodKey =>
    methodOf(channels.findLast((channel) => delivered.includes(channel)) ?? channels[0]);

  return {
    async obstacle(account, secret, context) {
      const missing = missingContact(account, channels);
      if (missing) return obstacle(missing);
      const sent = await codes.find({ ...context, userId: account.userId });
      if (!sent?.channels.some((channel) => channels.includes(channel))) return obstacle('005_7');
      if (sent.expiresAt <= now()) return obstacle('005_3');
      return isSentCode(secret) ? null : obstacle('005_4');
    },
    async judge({ userId }, secret, context) {
      const subject = { ...context, userId };
      const sent = await codes.find(subject);
      if (!sent || !isSameCode(secret, sent.code)) return wrong('005_1');
      return (await codes.spend(subject, sent.turn)) ? passed(provedBy(sent.channels)) : wrong('005_2');
    },
  };
}
