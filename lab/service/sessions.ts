import { randomBytes } from 'node:crypto';
import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import type { Flow, SignedIn } from './relying-party.ts';

const COOKIE = 'lab_service';
const LIFETIME_MS = 8 * 60 * 60 * 1000;
const MAX_SESSIONS = 500;
const MAX_FLOWS = 8;

type Session = { signedIn: SignedIn | null; readonly flows: Map<string, Flow>; readonly endsAt: number };

const newest = <Key, Value>(map: Map<Key, Value>, most: number): void => {
  for (const key of [...map.keys()].slice(0, Math.max(0, map.size - most))) map.delete(key);
};

/** The demo service's own sessions, in memory: each browser's sign-ins under way and its result. */
export class ServiceSessions {
  readonly #sessions = new Map<string, Session>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  #find(c: Context): Session | null {
    const session = this.#sessions.get(getCookie(c, COOKIE) ?? '');
    return session && session.endsAt > this.#now() ? session : null;
  }

  #open(c: Context, flows: Map<string, Flow>, signedIn: SignedIn | null): void {
    this.#sessions.delete(getCookie(c, COOKIE) ?? '');
    const id = randomBytes(24).toString('base64url');
    this.#sessions.set(id, { signedIn, flows, endsAt: this.#now() + LIFETIME_MS });
    newest(this.#sessions, MAX_SESSIONS);
    setCookie(c, COOKIE, id, { path: '/', httpOnly: true, sameSite: 'Lax' });
  }

  /** Who is signed in to the service in this browser. */
  signedIn(c: Context): SignedIn | null {
    return this.#find(c)?.signedIn ?? null;
  }

  /** Remembers a sign-in that leaves for the portal; the newest 8 of a browser are kept. */
  remember(c: Context, state: string, flow: Flow): void {
    const session = this.#find(c);
    if (!session) {
      this.#open(c, new Map([[state, flow]]), null);
      return;
    }
    session.flows.set(state, flow);
    newest(session.flows, MAX_FLOWS);
  }

  /** Takes a sign-in that comes back; each may come back once. */
  take(c: Context, state: string): Flow | null {
    const flows = this.#find(c)?.flows;
    const flow = flows?.get(state) ?? null;
    flows?.delete(state);
    return flow;
  }

  /** Signs in under a new cookie. */
  signIn(c: Context, signedIn: SignedIn): void {
    this.#open(c, this.#find(c)?.flows ?? new Map(), signedIn);
  }

  /** Signs out and returns who it was. */
  signOut(c: Context): SignedIn | null {
    const session = this.#find(c);
    const signedIn = session?.signedIn ?? null;
    if (session) session.signedIn = null;
    return signedIn;
  }
}
