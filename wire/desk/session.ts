import type { DeskRole } from './names.ts';

/** The answer of `session`: who works at the desk. Refused by `signedOut` when nobody does. Times are epoch milliseconds. */
export type DeskSession = {
  readonly userId: string;
  readonly name: { readonly ko: string; readonly en: string };
  readonly role: DeskRole;
  /** Value of the CSRF header. */
  readonly csrf: string;
  /** Until when risky acts are open; in the past when the person has to prove who they are first. */
  readonly provedUntil: number;
  /** When the session ends by itself unless something is done before. */
  readonly idleUntil: number;
  /** The server's time. */
  readonly now: number;
  /** Whether each act needs a reason. */
  readonly needsReason: boolean;
  /** Time zone of dates, such as `Asia/Seoul`. */
  readonly timeZone: string;
};

/** The answer of `signOut`: where the browser goes to sign out at the portal, too. */
export type DeskSignedOut = { readonly portal: string };
