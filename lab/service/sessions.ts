import { randomBytes } from 'node:crypto';
import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';

const SESSION_LIFETIME_MS = 8 * 60 * 60 * 1000;
const MAX_SESSIONS = 500;
const MAX_PENDING_SIGN_INS = 8;

type Session<Pending, SignedIn> = {
  signedIn: SignedIn | null;
  readonly pending: Map<string, Pending>;
  readonly endsAt: number;
};

const deleteOldest = <Key, Value>(map: Map<Key, Value>, max: number): void => {
  for (const key of [...map.keys()].slice(0, Math.max(0, map.size - max))) map.delete(key);
};

/**
 * The sessions of a demo service, in memory. A session has the pending sign-ins of a browser, and the completed
 * sign-in.
 */
export class ServiceSessions<Pending, SignedIn> {
  readonly #sessions = new Map<string, Session<Pending, SignedIn>>();
  readonly #cookieName: string;
  readonly #now: () => number;

  /**
   * @param cookieName name of the session cookie, which is different for each service
   * @param now returns the current time in epoch milliseconds
   */
  constructor(cookieName: string, now: () => number) {
    this.#cookieName = cookieName;
    this.#now = now;
  }

  #find(c: Context): Session<Pending, SignedIn> | null {
    const session = this.#sessions.get(getCookie(c, this.#cookieName) ?? '');
    return session && session.endsAt > this.#now() ? session : null;
  }

  #open(c: Context, pending: Map<string, Pending>, signedIn: SignedIn | null): void {
    this.#sessions.delete(getCookie(c, this.#cookieName) ?? '');
    const id = randomBytes(24).toString('base64url');
    this.#sessions.set(id, { signedIn, pending, endsAt: this.#now() + SESSION_LIFETIME_MS });
    deleteOldest(this.#sessions, MAX_SESSIONS);
    setCookie(c, this.#cookieName, id, { path: '/', httpOnly: true, sameSite: 'Lax' });
  }

  /** The completed sign-in of this browser; null when nobody is signed in. */
  completedSignIn(c: Context): SignedIn | null {
    return this.#find(c)?.signedIn ?? null;
  }

  /** Stores a pending sign-in under its state. Only the 8 newest pending sign-ins of a browser are stored. */
  storePending(c: Context, state: string, pendingSignIn: Pending): void {
    const session = this.#find(c);
    if (!session) {
      this.#open(c, new Map([[state, pendingSignIn]]), null);
      return;
    }
    session.pending.set(state, pendingSignIn);
    deleteOldest(session.pending, MAX_PENDING_SIGN_INS);
  }

  /** The pending sign-in of this browser with a state; null when there is no such sign-in. */
  pendingSignIn(c: Context, state: string): Pending | null {
    return this.#find(c)?.pending.get(state) ?? null;
  }

  /** Removes and returns a pending sign-in, so that it can be completed only once. */
  takePendingSignIn(c: Context, state: string): Pending | null {
    const pending = this.#find(c)?.pending;
    const pendingSignIn = pending?.get(state) ?? null;
    pending?.delete(state);
    return pendingSignIn;
  }

  /** Stores a completed sign-in in a session with a new cookie. */
  signIn(c: Context, signedIn: SignedIn): void {
    this.#open(c, this.#find(c)?.pending ?? new Map(), signedIn);
  }

  /** Removes all completed sign-ins that match, in all browsers. */
  signOutWhere(matches: (signedIn: SignedIn) => boolean): void {
    for (const session of this.#sessions.values()) {
      if (session.signedIn && matches(session.signedIn)) session.signedIn = null;
    }
  }

  /** Removes and returns the completed sign-in of this browser; null when nobody was signed in. */
  signOut(c: Context): SignedIn | null {
    const session = this.#find(c);
    const signedIn = session?.signedIn ?? null;
    if (session) session.signedIn = null;
    return signedIn;
  }
}
