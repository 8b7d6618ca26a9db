import { randomBytes } from 'node:crypto';
import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';

const LIFETIME_MS = 8 * 60 * 60 * 1000;
const MAX_SESSIONS = 500;
const MAX_PENDING_SIGN_INS = 8;

type Session<Pending, SignedIn> = {
  signedIn: SignedIn | null;
  readonly pending: Map<string, Pending>;
  readonly endsAt: number;
};

const dropOldest = <Key, Value>(map: Map<Key, Value>, max: number): void => {
  for (const key of [...map.keys()].slice(0, Math.max(0, map.size - max))) map.delete(key);
};

/** The sessions of a demo service, in memory: the started sign-ins of each browser, and the signed-in person. */
export class ServiceSessions<Pending, SignedIn> {
  readonly #sessions = new Map<string, Session<Pending, SignedIn>>();
  readonly #cookie: string;
  readonly #now: () => number;

  /** @param cookie name of the cookie, different for each service */
  constructor(cookie: string, now: () => number) {
    this.#cookie = cookie;
    this.#now = now;
  }

  #find(c: Context): Session<Pending, SignedIn> | null {
    const session = this.#sessions.get(getCookie(c, this.#cookie) ?? '');
    return session && session.endsAt > this.#now() ? session : null;
  }

  #open(c: Context, pending: Map<string, Pending>, signedIn: SignedIn | null): void {
    this.#sessions.delete(getCookie(c, this.#cookie) ?? '');
    const id = randomBytes(24).toString('base64url');
    this.#sessions.set(id, { signedIn, pending: pending, endsAt: this.#now() + LIFETIME_MS });
    dropOldest(this.#sessions, MAX_SESSIONS);
    setCookie(c, this.#cookie, id, { path: '/', httpOnly: true, sameSite: 'Lax' });
  }

  /** The person who is signed in to the service in this browser. */
  completedSignIn(c: Context): SignedIn | null {
    return this.#find(c)?.signedIn ?? null;
  }

  /** Stores a started sign-in; at most 8 are stored for a browser, the newest. */
  storePending(c: Context, state: string, pendingSignIn: Pending): void {
    const session = this.#find(c);
    if (!session) {
      this.#open(c, new Map([[state, pendingSignIn]]), null);
      return;
    }
    session.pending.set(state, pendingSignIn);
    dropOldest(session.pending, MAX_PENDING_SIGN_INS);
  }

  /** A started sign-in of this browser. */
  pendingSignIn(c: Context, state: string): Pending | null {
    return this.#find(c)?.pending.get(state) ?? null;
  }

  /** Removes and returns a started sign-in, so that each is finished at most once. */
  take(c: Context, state: string): Pending | null {
    const pending = this.#find(c)?.pending;
    const pendingSignIn = pending?.get(state) ?? null;
    pending?.delete(state);
    return pendingSignIn;
  }

  /** Signs in under a new cookie. */
  signIn(c: Context, signedIn: SignedIn): void {
    this.#open(c, this.#find(c)?.pending ?? new Map(), signedIn);
  }

  /** Ends all sessions that match, in any browser. */
  endWhere(matches: (signedIn: SignedIn) => boolean): void {
    for (const session of this.#sessions.values()) {
      if (session.signedIn && matches(session.signedIn)) session.signedIn = null;
    }
  }

  /** Signs out; returns the person who was signed in. */
  signOut(c: Context): SignedIn | null {
    const session = this.#find(c);
    const signedIn = session?.signedIn ?? null;
    if (session) session.signedIn = null;
    return signedIn;
  }
}
