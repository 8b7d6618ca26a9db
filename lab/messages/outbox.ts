import type { Carrier, Message, ReadableOutbox } from '#server/login/sending/outbox.ts';

/** Channels of messages: SMS, internal mail (`inmail`), private mail (`exmail`), and pushes to the mobile app. */
export const CHANNELS = ['sms', 'inmail', 'exmail', 'push'] as const satisfies readonly Carrier[];

/** The functions of the server's outbox that the lab uses. */
export type LabOutbox = Pick<ReadableOutbox, 'list' | 'clear'>;

/** A message with the code or the link in its text. `code` is null when the text contains a link or no code. */
export type ReceivedMessage = Message & { readonly code: string | null; readonly link?: string };

/** The link in the text of a message; null when the text contains no link. */
const linkInText = (text: string): string | null => /^https?:\/\/\S+$/m.exec(text)?.[0] ?? null;

/**
 * The code in the text of a message; null when the text contains no code. The code is in a line `@host #123456` (an
 * origin-bound code), or it is the first number of 6 to 8 digits that is not next to a digit or a hyphen.
 */
export const codeInText = (text: string): string | null =>
  /^@\S+ #(\d+)$/m.exec(text)?.[1] ?? /(?<![\d-])\d{6,8}(?![\d-])/.exec(text)?.[0] ?? null;

/** Filter of messages. Without `userId` it matches all accounts, without `channels` all channels. */
export type ReceivedFilter = { readonly userId?: string; readonly channels?: readonly Carrier[] };

/** The messages in the outbox that match a filter, the newest first. */
export const receivedMessages = (
  outbox: Pick<LabOutbox, 'list'>,
  { userId, channels = CHANNELS }: ReceivedFilter,
): ReceivedMessage[] =>
  outbox
    .list(userId === undefined ? {} : { userId })
    .filter((message) => channels.includes(message.channel))
    .map((message) => {
      const link = linkInText(message.text);
      return {
        ...message,
        code: link === null ? codeInText(message.text) : null,
        ...(link !== null && { link }),
      };
    })
    .reverse();
