import type { Clock } from '#server/config/deps.ts';
import type { ServerConfig } from '#server/config/schema.ts';
import { type Permit, windowLimit } from '#server/login/limits/window-limit.ts';
import type { Storage } from '#server/storage/storage.ts';

/** The caller and recipient of a message. */
type SendAttempt = {
  readonly userId: string;
  readonly address: string;
  /** The key of the session. */
  readonly session: number;
  /** Whether the session has proved a method of the account. Its sends then do not count for the account. */
  readonly hasProvedMethod: boolean;
};

/** A rate limit for sends (rule 80). The limit locks no account. */
export interface SendLimit {
  begin(attempt: SendAttempt): Promise<Permit>;
}

/** Creates a rate limit that counts sends by account, address and session in a sliding window. */
export function sendLimit(db: Storage, limits: ServerConfig['limits']['sends'], now: Clock): SendLimit {
  const window = windowLimit(db, 'send', limits.minutes, now);
  return {
    begin: ({ userId, address, session, hasProvedMethod }) =>
      window.begin([
        { key: `session ${session}`, max: limits.perSession },
        { key: `address ${address}`, max: limits.perAddress },
        ...(hasProvedMethod ? [] : [{ key: `account ${userId}`, max: limits.perAccount }]),
      ]),
  };
}
