import type { Clock } from '#server/config/deps.ts';
import { log } from '#server/operations/log.ts';
import type { Channel } from '#server/storage/repositories/sent-codes.ts';
import { noGateway, reasonOf } from './failure.ts';
import type { Gateways } from './gateways.ts';
import type { Message } from './outbox.ts';

/** Hands one message over: `sent`, or why not (spec section 8, 012 family). */
export type Notify = (
  message: Omit<Message, 'at' | 'channel'> & { readonly channel: Channel },
) => Promise<'sent' | '012' | '012_1' | '012_2'>;

export const notifier =
  (gateways: Gateways, now: Clock): Notify =>
  async (message) => {
    const gateway = gateways[message.channel];
    if (!gateway) {
      log.warn(noGateway(message.channel));
      return '012';
    }
    try {
      await gateway.deliver({ ...message, at: now() });
      return 'sent';
    } catch (error) {
      log.warn(`The ${message.channel} gateway failed: ${reasonOf(error)}`);
      return message.channel === 'sms' ? '012_1' : '012_2';
    }
  };
