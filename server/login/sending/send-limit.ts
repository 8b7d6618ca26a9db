import type { Clock } from '#server/config/deps.ts';
import type { ServerConfig } from '#server/config/schema.ts';
import { type Permit, windowLimit } from '#server/login/limits/window-limit.ts';
import type { Storage } from '#server/storage/storage.ts';

/** The caller and recipient of a message. */
type SendAttempt = {
  readonly userId: string;
  readonly address: string;
  /** Key of the cookie session. */
  readonly session: number;
  /** The session has proved a method of this account; its sends do not count for the account. */
  readonly isKnown: boolean;
};

/** Rate limit of sends (rule 80). It locks nothing. */
export interface SendLimit {
  begin(attempt: SendAttempt): Promise<Permit>;
}

/** Counts sends by account, address and session in a sliding window. */
export function sendLimit(db: Storage, limits: ServerConfig['limits']['sends'], now: Clock): SendLimit {
  const window = windowLimit(db, 'send', limits.minutes, now);
  return {
    begin: ({ userId, address, session, isKnown }) =>
      window.begin([
        { key: `session ${session}`, max: limits.perSession },
        { key: `address ${address}`, max: limits.perAddress },
        ...(isKnown ? [] : [{ key: `account ${userId}`, max: limits.perAccount }]),
      ]),
  };
}
