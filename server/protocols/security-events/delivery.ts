import type { Clock } from '#server/config/deps.ts';
import type { ServerConfig } from '#server/config/schema.ts';
import { log } from '#server/operations/log.ts';
import type { OidcKey } from '#server/protocols/oidc/keys.ts';
import { StorageLostError } from '#server/storage/lost.ts';
import { regularly } from '#server/storage/regularly.ts';
import {
  type Recipient,
  type SecurityEvent,
  securityEventsIn,
} from '#server/storage/repositories/security-events.ts';
import type { Storage } from '#server/storage/storage.ts';
import { failureOf } from './failure.ts';
import { securityEventToken } from './token.ts';

const SECOND = 1000;

/** How often the outbox is polled. */
const EVERY_MS = SECOND / 2;

/** How long a call may take. */
const TIMEOUT_MS = 2.5 * SECOND;

/** A try that has not ended by then was begun by a server that is gone. */
const LOST_AFTER_MS = 2 * TIMEOUT_MS;

const FIRST_WAIT_MS = 2 * SECOND;
const LONGEST_WAIT_MS = 600 * SECOND;
const GIVEN_UP_AFTER_MS = 24 * 3600 * SECOND;

/** Calls at once to one service or receiver. */
const AT_ONCE = 20;

/** When an event is tried again: after twice the time that it was waited for last; null after a day. */
export function nextTryAt({ createdAt, tries }: Pick<SecurityEvent, 'createdAt' | 'tries'>, now: number) {
  if (now - createdAt >= GIVEN_UP_AFTER_MS) return null;
  return now + Math.min(FIRST_WAIT_MS * 2 ** tries, LONGEST_WAIT_MS);
}

type Address = {
  readonly audience: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: (token: string) => string;
};

/** Where the events of a recipient go; null when the configuration does not name it any more. */
function addressOf(
  { clients, sharedSignals }: ServerConfig,
  { kind, receiver: name }: Recipient,
): Address | null {
  if (kind === 'logout') {
    const url = clients.find(({ clientId }) => clientId === name)?.backchannelLogoutUri;
    if (url === undefined) return null;
    return {
      audience: name,
      url,
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: (token) => new URLSearchParams({ logout_token: token }).toString(),
    };
  }
  const receiver = sharedSignals.receivers.find((one) => one.name === name);
  if (!receiver) return null;
  return {
    audience: receiver.audience,
    url: receiver.endpoint,
    headers: {
      'Content-Type': 'application/secevent+jwt',
      Accept: 'application/json',
      ...(receiver.authorization !== undefined && { Authorization: receiver.authorization }),
    },
    body: (token) => token,
  };
}

type Deps = {
  readonly config: ServerConfig;
  readonly storage: Storage;
  /** The key that signs ID tokens now. */
  readonly key: () => Promise<OidcKey>;
  readonly now: Clock;
};

/** Delivers back-channel logouts and Shared Signals (decision 257; RFC 8935). */
export type SecurityEventDelivery = {
  /** Tries everything that is due, and returns when all calls have ended. */
  deliverDue(): Promise<void>;
  /** The same twice a second; returns how to stop it, which waits for the calls that are under way. */
  start(): () => Promise<void>;
};

export function securityEventDelivery({ config, storage, key, now }: Deps): SecurityEventDelivery {
  const events = securityEventsIn(storage, now);
  const working = new Map<string, Promise<void>>();

  const send = async (event: SecurityEvent, address: Address): Promise<void> => {
    const { audience, url, headers, body } = address;
    const token = securityEventToken(event, {
      issuer: config.publicUrl,
      audience,
      key: await key(),
      now: now(),
    });
    const response = await fetch(url, {
      method: 'POST',
      headers,
      body: body(token),
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`HTTP ${response.status}`);
  };

  /** Whether the recipient has taken it; null when another server tries it. */
  const attempt = async (event: SecurityEvent): Promise<boolean | null> => {
    const { kind, receiver, eventId } = event;
    if (!(await events.begin(event, now() + LOST_AFTER_MS))) return null;
    const address = addressOf(config, event);
    if (!address) {
      await events.failed(eventId, 'not configured', null);
      return false;
    }
    try {
      await send(event, address);
    } catch (error) {
      const failure = failureOf(error);
      const nextAt = nextTryAt(event, now());
      const what = kind === 'logout' ? 'The sign-out' : 'The signal';
      if (event.tries === 0 || nextAt === null)
        log.warn(
          `${what} did not reach ${receiver}${nextAt === null ? ', and is given up' : ''}: ${failure}`,
        );
      await events.failed(eventId, failure, nextAt);
      return false;
    }
    await events.delivered(eventId);
    return true;
  };

  /** Goes on while the recipient takes anything: one that is down keeps nobody else waiting. */
  const drain = async (recipient: Recipient): Promise<void> => {
    for (;;) {
      const taken = await Promise.all((await events.due(recipient, AT_ONCE)).map(attempt));
      if (!taken.includes(true)) return;
    }
  };

  const drainAllDue = async (): Promise<void> => {
    for (const recipient of await events.recipients()) {
      const name = `${recipient.kind} ${recipient.receiver}`;
      if (working.has(name)) continue;
      const work = drain(recipient)
        .catch(report)
        .finally(() => working.delete(name));
      working.set(name, work);
    }
  };

  const ended = async (): Promise<void> => {
    await Promise.all(working.values());
  };

  return {
    async deliverDue() {
      await drainAllDue();
      await ended();
    },
    start() {
      const stop = regularly(EVERY_MS, drainAllDue, report);
      return async () => {
        await stop();
        await ended();
      };
    },
  };
}

/** A database that does not answer is reported by health, not twice a second by the log. */
function report(error: unknown): void {
  if (!(error instanceof StorageLostError)) log.fault(error);
}
