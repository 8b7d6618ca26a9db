import type { Clock } from '#server/config/deps.ts';
import { log } from '#server/operations/log.ts';
import type { Channel } from '#server/storage/repositories/sent-codes.ts';
import { noGatewayMessage, reasonOf, type SendRefusal, sendRefusal } from './failure.ts';
import type { Gateways } from './gateways.ts';
import type { Message } from './outbox.ts';

/** Sends a message to a person, without a retry. */
export type Notify = (
  message: Omit<Message, 'at' | 'channel'> & { readonly channel: Channel },
) => Promise<'sent' | SendRefusal>;

/** Creates the function that sends messages through the gateways. */
export const notifier =
  (gateways: Gateways, now: Clock): Notify =>
  async (message) => {
    const gateway = gateways[message.channel];
    if (!gateway) {
      log.warn(noGatewayMessage(message.channel));
      return { errCode: '012' };
    }
    try {
      await gateway.deliver({ ...message, at: now() });
      return 'sent';
    } catch (error) {
      log.warn(`The ${message.channel} gateway failed: ${reasonOf(error)}`);
      return sendRefusal(message.channel, error);
    }
  };
