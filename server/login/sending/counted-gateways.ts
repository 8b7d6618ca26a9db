import type { Gateways } from './gateways.ts';
import type { Outbox } from './outbox.ts';

type Count = (channel: string, result: 'taken' | 'failed') => void;

const withCount = (outbox: Outbox | null, count: Count): Outbox | null =>
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
export const countedGateways = ({ sms, inmail, exmail, push }: Gateways, count: Count): Gateways => ({
  sms: withCount(sms, count),
  inmail: withCount(inmail, count),
  exmail: withCount(exmail, count),
  push: withCount(push, count),
});

/** Whether each channel has a gateway. */
export const configuredGateways = (gateways: Gateways): Readonly<Record<string, boolean>> =>
  Object.fromEntries(Object.entries(gateways).map(([channel, gateway]) => [channel, gateway !== null]));
