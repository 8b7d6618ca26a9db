import type { Carrier, Message, ReadableOutbox } from '#server/login/sending/outbox.ts';

/** Channel of a message: SMS, internal mail, private mail, the mobile app. */
export const CHANNELS = ['sms', 'inmail', 'exmail', 'push'] as const satisfies readonly Carrier[];

/** The part of the server's outbox that the lab uses. */
export type LabOutbox = Pick<ReadableOutbox, 'list' | 'clear'>;

/** A received message with its code. */
export type ReceivedMessage = Message & { readonly code: string | null; readonly link?: string };

/** The link of a message. */
const linkIn = (text: string): string | null => /^https?:\/\/\S+$/m.exec(text)?.[0] ?? null;

/** The origin-bound code of a last line `@host #123456`, else the first number of 6 to 8 digits without a digit or hyphen around it. */
export const codeIn = (text: string): string | null =>
  /^@\S+ #(\d+)$/m.exec(text)?.[1] ?? /(?<![\d-])\d{6,8}(?![\d-])/.exec(text)?.[0] ?? null;

export type ReceivedFilter = { readonly userId?: string; readonly channels?: readonly Carrier[] };

/** The messages of the outbox that match a filter, newest first. */
export const receivedMessages = (
  outbox: Pick<LabOutbox, 'list'>,
  { userId, channels = CHANNELS }: ReceivedFilter,
): ReceivedMessage[] =>
  outbox
    .list(userId === undefined ? {} : { userId })
    .filter((message) => channels.includes(message.channel))
    .map((message) => {
      const link = linkIn(message.text);
      return {
        ...message,
        code: link === null ? codeIn(message.text) : null,
        ...(link !== null && { link }),
      };
    })
    .reverse();
