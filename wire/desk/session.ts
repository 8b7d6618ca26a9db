import type { DeskRole } from './names.ts';

/** The answer of `session`: the signed-in person; `signedOut` when there is none. Times are epoch milliseconds. */
export type DeskSession = {
  readonly userId: string;
  readonly name: { readonly ko: string; readonly en: string };
  readonly role: DeskRole;
  /** Value of the CSRF header. */
  readonly csrf: string;
  /** Until when risky acts are allowed without another sign-in. */
  readonly provedUntil: number;
  /** When the session ends unless a call is made before. */
  readonly idleUntil: number;
  /** The server's time. */
  readonly now: number;
  /** Whether acts require a reason. */
  readonly needsReason: boolean;
  /** Time zone of dates, such as `Asia/Seoul`. */
  readonly timeZone: string;
};

/** The answer of `signOut`: address that signs out at the portal, too. */
export type DeskSignOutResult = { readonly portal: string };
