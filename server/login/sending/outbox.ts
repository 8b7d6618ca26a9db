import type { Clock } from '#server/config/deps.ts';
import type { OneTimeCode } from '#server/login/sending/sms/gateway.ts';
import type { Channel } from '#server/storage/repositories/sent-codes.ts';

/** How a message is sent: a channel of sent codes, or a push to the mobile app. */
export type Carrier = Channel | 'push';

/** A message to a person. */
export type Message = {
  readonly channel: Carrier;
  readonly userId: string;
  /** The phone number, the mail address, or the UUID of the mobile app. */
  readonly to: string;
  /** Empty for an SMS. */
  readonly subject: string;
  readonly text: string;
  /** The code in an SMS, for gateways that send the code in a registered template. */
  readonly oneTimeCode?: OneTimeCode;
  /** When the message was sent, in epoch milliseconds. */
  readonly at: number;
};

/** Sends messages. */
export interface Outbox {
  /** Resolves when the message was accepted; otherwise rejects. */
  deliver(message: Message): Promise<void>;
}

/** Selects messages by the values of their fields; an empty filter selects all messages. */
type MessageFilter = Partial<Pick<Message, 'channel' | 'userId' | 'to'>>;

/** An outbox whose messages can be read, for the phones and the mailbox of the lab. */
export interface ReadableOutbox extends Outbox {
  /** The messages, the oldest first. */
  list(filter?: MessageFilter): readonly Message[];
  clear(): void;
  /** Calls `listener` with each new message. Returns a function that unsubscribes. */
  subscribe(listener: (message: Message) => void): () => void;
}

const MAX_MESSAGES = 500;
const MESSAGE_LIFETIME_MS = 24 * 60 * 60_000;

/** Creates an outbox in memory, with at most the 500 newest messages of the last day. */
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
