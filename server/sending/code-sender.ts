import type { CodeSubject, SentCodes } from '#server/db/sent-codes.ts';
import type { Clock, RandomBytes } from '#server/deps.ts';
import { codeMessage, type Wording } from './code-message.ts';
import { reasonOf } from './failure.ts';
import type { Gateways } from './gateways.ts';
import type { Channel } from './outbox.ts';

type CodeRequest = {
  readonly subject: CodeSubject;
  readonly channel: Channel;
  /** The contact of the person. */
  readonly to: string;
  readonly wording: Omit<Wording, 'purpose'>;
};

/** `sent`, or why not (spec section 8, 012 family). */
type SendOutcome = 'sent' | '012' | '012_1' | '012_2';

export type SendCode = (request: CodeRequest) => Promise<SendOutcome>;

/** A code from its first send on, so that the other channel of a pair can carry the same (decision 25). */
type Draft = {
  readonly code: string;
  readonly turn: number;
  readonly channels: ReadonlySet<Channel>;
  /** Epoch milliseconds of the last thing that was done with it. */
  readonly touchedAt: number;
};

/** How long a sent code is valid, in milliseconds (spec section 9). */
const VALID_MS = 300_000;
/** A send on another channel belongs to the same press of the button this long. */
const SAME_PRESS_MS = 10_000;

const keyOf = ({ session, clientId, userId, purpose }: CodeSubject): string =>
  JSON.stringify([session.key, clientId, userId, purpose]);

type Deps = {
  readonly gateways: Gateways;
  readonly sentCodes: SentCodes;
  readonly now: Clock;
  readonly random: RandomBytes;
};

/**
 * Sends codes of six digits that are good for 300 s. A code counts from the moment a gateway has taken
 * it: until then, and when the gateway fails, the former one stays good.
 */
export function codeSender({ gateways, sentCodes, now, random }: Deps): SendCode {
  const drafts = new Map<string, Draft>();
  let lastTurn = 0;

  const newCode = (): string => String(random(6).readUIntBE(0, 6) % 1_000_000).padStart(6, '0');

  const forgetOld = (): void => {
    for (const [key, { touchedAt }] of drafts) if (now() - touchedAt > SAME_PRESS_MS) drafts.delete(key);
  };

  const isSpent = async (subject: CodeSubject, code: string): Promise<boolean> => {
    const sent = await sentCodes.find(subject);
    return sent?.isUsed === true && sent.code === code;
  };

  const draftFor = async (subject: CodeSubject, channel: Channel): Promise<Draft> => {
    forgetOld();
    const key = keyOf(subject);
    const current = drafts.get(key);
    const isSamePress =
      current !== undefined && !current.channels.has(channel) && !(await isSpent(subject, current.code));
    if (!isSamePress) lastTurn = Math.max(now(), lastTurn + 1);
    const draft = isSamePress
      ? { ...current, channels: new Set([...current.channels, channel]), touchedAt: now() }
      : { code: newCode(), turn: lastTurn, channels: new Set([channel]), touchedAt: now() };
    drafts.set(key, draft);
    return draft;
  };

  const touch = (key: string, turn: number): void => {
    const draft = drafts.get(key);
    if (draft?.turn === turn) drafts.set(key, { ...draft, touchedAt: now() });
  };

  return async ({ subject, channel, to, wording }) => {
    const gateway = gateways[channel];
    if (!gateway) return '012';
    const key = keyOf(subject);
    const { code, turn } = await draftFor(subject, channel);
    const { userId, purpose } = subject;
    try {
      await gateway.deliver({
        channel,
        userId,
        to,
        at: now(),
        ...codeMessage(channel, code, { ...wording, purpose }),
      });
    } catch (error) {
      console.error(`The ${channel} gateway failed: ${reasonOf(error)}`);
      return channel === 'sms' ? '012_1' : '012_2';
    } finally {
      touch(key, turn);
    }
    await sentCodes.record(subject, { code, turn, channel, expiresAt: now() + VALID_MS });
    return 'sent';
  };
}
