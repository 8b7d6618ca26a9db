import type { Gateways } from './gateways.ts';
import type { Outbox } from './outbox.ts';

/** Counts a message by its channel; `taken` when the gateway has accepted it. */
type CountMessage = (channel: string, result: 'taken' | 'failed') => void;

const countMessages = (outbox: Outbox | null, count: CountMessage): Outbox | null =>
  outbox && {
    async deliver(message) {
      try {
        await outbox.deliver(message);
      } catch (error) {
        count(message.channel, 'failed');
        throw error;
      }
      count(message.channel, 'taken');
    },
  };

/** Gateways that count accepted and failed messages. */
export const countedGateways = ({ sms, inmail, exmail, push }: Gateways, count: CountMessage): Gateways => ({
  sms: countMessages(sms, count),
  inmail: countMessages(inmail, count),
  exmail: countMessages(exmail, count),
  push: countMessages(push, count),
});

/** Whether each channel has a gateway. */
export const configuredGateways = (gateways: Gateways): Readonly<Record<string, boolean>> =>
  Object.fromEntries(Object.entries(gateways).map(([channel, gateway]) => [channel, gateway !== null]));
