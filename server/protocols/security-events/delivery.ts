import { setTimeout } from 'node:timers/promises';
import type { Clock } from '#server/config/deps.ts';
import type { ServerConfig } from '#server/config/schema.ts';
import type { SignOut } from '#server/login/engine.ts';
import { log } from '#server/operations/log.ts';
import type { OidcKey } from '#server/protocols/oidc/keys.ts';
import { runRegularly } from '#server/storage/regularly.ts';
import {
  type Recipient,
  type SecurityEvent,
  securityEventsIn,
} from '#server/storage/repositories/security-events.ts';
import type { Storage } from '#server/storage/storage.ts';
import { StorageUnavailableError } from '#server/storage/unavailable.ts';
import { failureOf } from './failure.ts';
import { securityEventToken } from './token.ts';

const SECOND = 1000;

/** Interval of polling the outbox. */
const POLL_MS = SECOND / 2;

/** Limit of one call. */
const TIMEOUT_MS = 2.5 * SECOND;

/** A try that has not ended after this belongs to a server that has crashed. */
const LOST_AFTER_MS = 2 * TIMEOUT_MS;

const FIRST_WAIT_MS = 2 * SECOND;
const MAX_WAIT_MS = 600 * SECOND;
const MAX_AGE_MS = 24 * 3600 * SECOND;

/** How long the end of a sign-out waits for the first calls to its services. */
const FIRST_CALLS_MS = 2 * SECOND;

/** Interval of checking whether the first calls have ended, which may be made by another server. */
const FIRST_CALLS_POLL_MS = 20;

/** Concurrent calls to one service or receiver. */
const MAX_CONCURRENT = 20;

/**
 * Epoch milliseconds of the next try, with a wait that doubles each time; null after a day, when the event is given
 * up.
 */
export function nextTryAt({ createdAt, tries }: Pick<SecurityEvent, 'createdAt' | 'tries'>, now: number) {
  if (now - createdAt >= MAX_AGE_MS) return null;
  return now + Math.min(FIRST_WAIT_MS * 2 ** tries, MAX_WAIT_MS);
}

type Address = {
  readonly audience: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: (token: string) => string;
};

/** The address for the events of a recipient; null when it is no longer configured. */
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
  /** Reads the current signing key of ID tokens. */
  readonly key: () => Promise<OidcKey>;
  readonly now: Clock;
};

/** Delivers back-channel logouts and Shared Signals (rule 257; RFC 8935). */
export type SecurityEventDelivery = {
  /** Tries all due events, and resolves when all calls have ended. */
  deliverDue(): Promise<void>;
  /**
   * Tries all due events, and resolves to the client ids of the services that have not confirmed a sign-out, after the
   * first call to each has ended, or 2 s after it began.
   */
  unconfirmedLogouts(signOut: SignOut): Promise<readonly string[]>;
  /** Delivers due events twice a second; returns a function that stops and waits for running calls. */
  start(): () => Promise<void>;
};

export function securityEventDelivery({ config, storage, key, now }: Deps): SecurityEventDelivery {
  const events = securityEventsIn(storage, now);
  const runningDeliveries = new Map<string, Promise<void>>();

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

  /** Whether the recipient accepted the event; null when another server is trying it. */
  const attempt = async (event: SecurityEvent): Promise<boolean | null> => {
    const { kind, receiver, eventId } = event;
    if (!(await events.begin(event, now() + LOST_AFTER_MS))) return null;
    const address = addressOf(config, event);
    if (!address) {
      await events.recordFailure(eventId, 'not configured', null);
      return false;
    }
    try {
      await send(event, address);
    } catch (error) {
      const failure = failureOf(error);
      const nextAt = nextTryAt(event, now());
      const subject = kind === 'logout' ? 'The sign-out' : 'The signal';
      if (event.tries === 0 || nextAt === null)
        log.warn(
          `${subject} did not reach ${receiver}${nextAt === null ? ', and is given up' : ''}: ${failure}`,
        );
      await events.recordFailure(eventId, failure, nextAt);
      return false;
    }
    await events.recordDelivery(eventId);
    return true;
  };

  /** Delivers due events as long as the recipient accepts any. A recipient that is down does not delay others. */
  const deliverTo = async (recipient: Recipient): Promise<void> => {
    for (;;) {
      const results = await Promise.all((await events.findDue(recipient, MAX_CONCURRENT)).map(attempt));
      if (!results.includes(true)) return;
    }
  };

  const beginDueDeliveries = async (): Promise<void> => {
    for (const recipient of await events.dueRecipients()) {
      const name = `${recipient.kind} ${recipient.receiver}`;
      if (runningDeliveries.has(name)) continue;
      const work = deliverTo(recipient)
        .catch(logUnlessStorageUnavailable)
        .finally(() => runningDeliveries.delete(name));
      runningDeliveries.set(name, work);
    }
  };

  const waitForRunningCalls = async (): Promise<void> => {
    await Promise.all(runningDeliveries.values());
  };

  const unconfirmedOf = async ({ userId, at }: SignOut): Promise<readonly SecurityEvent[]> =>
    (await events.ofUser(userId)).filter(
      ({ kind, createdAt, deliveredAt }) => kind === 'logout' && createdAt >= at && deliveredAt === null,
    );

  return {
    async unconfirmedLogouts(signOut) {
      let unconfirmed = await unconfirmedOf(signOut);
      if (unconfirmed.length > 0) await beginDueDeliveries();
      while (unconfirmed.some(({ failure }) => failure === null) && now() < signOut.at + FIRST_CALLS_MS) {
        await setTimeout(FIRST_CALLS_POLL_MS);
        unconfirmed = await unconfirmedOf(signOut);
      }
      return [...new Set(unconfirmed.map(({ receiver }) => receiver))];
    },
    async deliverDue() {
      await beginDueDeliveries();
      await waitForRunningCalls();
    },
    start() {
      const stop = runRegularly(POLL_MS, beginDueDeliveries, logUnlessStorageUnavailable);
      return async () => {
        await stop();
        await waitForRunningCalls();
      };
    },
  };
}

/** Logs an error, except a lost database, which the health check reports. */
function logUnlessStorageUnavailable(error: unknown): void {
  if (!(error instanceof StorageUnavailableError)) log.fault(error);
}
