import type { Clock } from '#server/config/deps.ts';
import type { MethodKey } from '#server/config/policy.ts';
import { methodOfChannel, missingContactError } from '#server/login/sending/channels.ts';
import type { Channel, SentCodes } from '#server/storage/repositories/sent-codes.ts';
import { isSameCode } from '#server/storage/same-code.ts';
import { isSentCode } from '#wire/sent-code.ts';
import type { GuessCheck } from './count-guesses.ts';
import { methodRefusal, methodSuccess, wrongSecret } from './method.ts';

/**
 * Verifies a code that was sent for this login by one of `channels`; it is valid once and for 300 s (005 and 006
 * families).
 */
export function sentCodeCheck(
  codes: SentCodes,
  channels: readonly [Channel, ...Channel[]],
  now: Clock,
): GuessCheck {
  /** The method that counts as used: the last of `channels` by which the code was sent. */
  const usedMethod = (sentChannels: readonly Channel[]): MethodKey =>
    methodOfChannel(channels.findLast((channel) => sentChannels.includes(channel)) ?? channels[0]);

  return {
    async precheck(account, secret, context) {
      const missingContactCode = missingContactError(account, channels);
      if (missingContactCode) return methodRefusal(missingContactCode);
      const sent = await codes.find({ ...context, userId: account.userId });
      if (!sent?.channels.some((channel) => channels.includes(channel))) return methodRefusal('005_7');
      if (sent.expiresAt <= now()) return methodRefusal('005_3');
      return isSentCode(secret) ? null : methodRefusal('005_4');
    },
    async verify({ userId }, secret, context) {
      const subject = { ...context, userId };
      const sent = await codes.find(subject);
      if (!sent || !isSameCode(secret, sent.code)) return wrongSecret('005_1');
      return (await codes.consume(subject, sent.sendNumber))
        ? methodSuccess(usedMethod(sent.channels))
        : wrongSecret('005_2');
    },
  };
}
