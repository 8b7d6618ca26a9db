import type { Clock } from '#server/config/deps.ts';
import type { OneTimeCode } from '#server/login/sending/sms/gateway.ts';
import type { Channel } from '#server/storage/repositories/sent-codes.ts';

/** How a message is sent: a channel of sent codes, or a push to the mobile app. */
export type Carrier = Channel | 'push';

export type Message = {
  readonly channel: Carrier;
  readonly userId: string;
  /** A phone number, a mail address, or the UUID of a mobile app. */
  readonly to: string;
  /** Empty for an SMS. */
  readonly subject: string;
  readonly text: string;
  /** The code of an SMS, for gateways that put it into a template of their own. */
  readonly oneTimeCode?: OneTimeCode;
  /** Epoch milliseconds. */
  readonly at: number;
};

/** Sends messages. */
export interface Outbox {
  /** Resolves when the message was accepted, rejects when it was not. */
  deliver(message: Message): Promise<void>;
}

/** Selects messages whose fields equal the given ones; all without fields. */
type MessageFilter = Partial<Pick<Message, 'channel' | 'userId' | 'to'>>;

/** An outbox whose messages can be read, for the lab's phone and mailbox. */
export interface ReadableOutbox extends Outbox {
  /** Oldest first. */
  list(filter?: MessageFilter): readonly Message[];
  clear(): void;
  /** Calls `listener` with each message from now on. Returns a function that unsubscribes. */
  subscribe(listener: (message: Message) => void): () => void;
}

const MAX_MESSAGES = 500;
const MESSAGE_LIFETIME_MS = 24 * 60 * 60_000;

/** An outbox in memory, with the last 500 messages of a day. */
export function createOutbox(now: Clock): ReadableOutbox {
  let messages: readonly Message[] = [];
  const listeners = new Set<(message: Message) => void>();
  const isRetained = ({ at }: Message): boolean => now() - at < MESSAGE_LIFETIME_MS;
  return {
    async deliver(message) {
      messages = [...messages.filter(isRetained), message].slice(-MAX_MESSAGES);
      for (const listener of listeners) listener(message);
    },
    list: ({ channel, userId, to } = {}) =>
      messages
        .filter(isRetained)
        .filter((message) => channel === undefined || message.channel === channel)
        .filter((message) => userId === undefined || message.userId === userId)
        .filter((message) => to === undefined || message.to === to),
    clear() {
      messages = [];
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
