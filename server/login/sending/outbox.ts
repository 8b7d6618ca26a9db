import type { Clock } from '#server/config/deps.ts';
import type { OneTimeCode } from '#server/login/sending/sms/gateway.ts';
import type { Channel } from '#server/storage/repositories/sent-codes.ts';

/** What a message travels by: the way of a code, or a push to the mobile app. */
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

/** Hands messages to whatever brings them to people. */
export interface Outbox {
  /** Resolves when the message is handed over, rejects when it could not be. */
  deliver(message: Message): Promise<void>;
}

/** Which messages are wanted: all of them, or those that agree in the fields that are given. */
type MessageFilter = Partial<Pick<Message, 'channel' | 'userId' | 'to'>>;

/** An outbox that keeps its messages for whoever looks at them: the lab's phone and mailbox. */
export interface ReadableOutbox extends Outbox {
  /** Oldest first. */
  list(filter?: MessageFilter): readonly Message[];
  clear(): void;
  /** Calls `heard` with each message from now on. Returns the way to stop it. */
  subscribe(listener: (message: Message) => void): () => void;
}

const MAX_MESSAGES = 500;
const MESSAGE_LIFETIME_MS = 24 * 60 * 60_000;

/** An outbox in memory. It forgets a message after a day, and the oldest of more than 500. */
export function createOutbox(now: Clock): ReadableOutbox {
  let messages: readonly Message[] = [];
  const listeners = new Set<(message: Message) => void>();
  const isKept = ({ at }: Message): boolean => now() - at < MESSAGE_LIFETIME_MS;
  return {
    async deliver(message) {
      messages = [...messages.filter(isKept), message].slice(-MAX_MESSAGES);
      for (const listener of listeners) listener(message);
    },
    list: ({ channel, userId, to } = {}) =>
      messages
        .filter(isKept)
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
