import type { Clock, RandomBytes } from '#server/config/deps.ts';
import { log } from '#server/operations/log.ts';
import { idempotentRequest } from '#server/storage/idempotency/steps.ts';
import type { CodeDrafts } from '#server/storage/repositories/code-drafts.ts';
import type { Channel, CodeSubject, SentCodes } from '#server/storage/repositories/sent-codes.ts';
import type { Storage } from '#server/storage/storage.ts';
import { SENT_CODE_DIGITS } from '#wire/sent-code.ts';
import { type CodeMessageContext, codeMessage } from './code-message.ts';
import { noGatewayMessage, reasonOf, type SendRefusal, sendRefusal } from './failure.ts';
import type { Gateways } from './gateways.ts';

/** The code that a person has requested. */
type CodeRequest = {
  readonly subject: CodeSubject;
  readonly channel: Channel;
  /** The person's phone number or mail address. */
  readonly to: string;
  readonly messageContext: Omit<CodeMessageContext, 'purpose'>;
};

export type SendCode = (request: CodeRequest) => Promise<'sent' | SendRefusal>;

/** Names of the steps of an idempotent request. */
const CODE_DRAFTED = 'codeDrafted';
const CODE_SENT = 'handed';

/** How long a sent code is valid, in milliseconds (spec section 9). */
const VALID_MS = 300_000;

type Deps = {
  readonly gateways: Gateways;
  readonly sentCodes: SentCodes;
  readonly codeDrafts: CodeDrafts;
  readonly now: Clock;
  readonly random: RandomBytes;
  /** Runs several writes atomically. */
  readonly transaction: Storage['transaction'];
};

/**
 * Creates the function that sends six-digit codes. A code becomes valid when a gateway has accepted it, and is valid
 * for 300 s. The former code remains valid until then, and when the gateway fails. A server that resumes an idempotent
 * request sends the same code, unless the request has recorded that it was sent.
 */
export function codeSender({ gateways, sentCodes, codeDrafts, now, random, transaction }: Deps): SendCode {
  const newCode = (): string =>
    String(random(6).readUIntBE(0, 6) % 10 ** SENT_CODE_DIGITS).padStart(SENT_CODE_DIGITS, '0');

  const isUsedCode = async (subject: CodeSubject, code: string): Promise<boolean> => {
    const sent = await sentCodes.find(subject);
    return sent?.isUsed === true && sent.code === code;
  };

  return async ({ subject, channel, to, messageContext }) => {
    const gateway = gateways[channel];
    if (!gateway) {
      log.warn(noGatewayMessage(channel));
      return { errCode: '012' };
    }
    const { code, sendNumber } = await transaction(() =>
      idempotentRequest().runOnce(CODE_DRAFTED, () =>
        codeDrafts.begin(subject, channel, newCode, (sent) => isUsedCode(subject, sent)),
      ),
    );
    const { userId, purpose } = subject;
    if (await idempotentRequest().resultOf(CODE_SENT)) return 'sent';
    try {
      await gateway.deliver({
        channel,
        userId,
        to,
        at: now(),
        ...codeMessage(channel, code, { ...messageContext, purpose }),
        ...(channel === 'sms' && {
          oneTimeCode: { code, serviceName: messageContext.serviceName, language: messageContext.language },
        }),
      });
    } catch (error) {
      log.warn(`The ${channel} gateway failed: ${reasonOf(error)}`);
      return sendRefusal(channel, error);
    } finally {
      await codeDrafts.recordEnd(subject, sendNumber);
    }
    await idempotentRequest().runOnce(CODE_SENT, async () => {
      await sentCodes.record(subject, { code, sendNumber, channel, expiresAt: now() + VALID_MS });
      return true;
    });
    return 'sent';
  };
}
