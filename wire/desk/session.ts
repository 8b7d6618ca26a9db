import type { DeskRole } from './names.ts';

/**
 * The answer of `session`: the signed-in person. If nobody is signed in, the call is refused with `signedOut`. Times
 * are epoch milliseconds.
 */
export type DeskSession = {
  readonly userId: string;
  readonly name: { readonly ko: string; readonly en: string };
  readonly role: DeskRole;
  /** Value of the CSRF header. */
  readonly csrf: string;
  /** End of the time in which risky acts are allowed without a new sign-in. */
  readonly provedUntil: number;
  /** Time at which the session ends if no call is made before. */
  readonly idleUntil: number;
  /** The current time of the server. */
  readonly now: number;
  /** Whether acts require a reason. */
  readonly needsReason: boolean;
  /** Time zone of the server, such as `Asia/Seoul`, in which dates are shown and typed. */
  readonly timeZone: string;
};

/** The answer of `signOut`. `portal` is an address that also signs the person out at the portal. */
export type DeskSignOutResult = { readonly portal: string };
