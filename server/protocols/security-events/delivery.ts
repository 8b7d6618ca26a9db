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

const SECOND_MS = 1000;

/** The interval at which the stored events are read. */
const POLL_MS = SECOND_MS / 2;

/** How long a call may take. */
const TIMEOUT_MS = 2.5 * SECOND_MS;

/** After this time, a server whose try has not ended counts as crashed, and another server may try. */
const CRASHED_AFTER_MS = 2 * TIMEOUT_MS;

/** The wait after the first failed try. */
const FIRST_WAIT_MS = 2 * SECOND_MS;
const MAX_WAIT_MS = 600 * SECOND_MS;
/** The age at which an event is given up. */
const MAX_AGE_MS = 24 * 3600 * SECOND_MS;

/** How long the end of a sign-out waits for the first calls to the services. */
const FIRST_CALLS_TIMEOUT_MS = 2 * SECOND_MS;

/** The interval at which it is checked whether the first calls have ended. Another server may make these calls. */
const FIRST_CALLS_POLL_MS = 20;

/** Maximum number of concurrent calls to a service or receiver. */
const MAX_CONCURRENT = 20;

/**
 * When the next try may be made, in epoch milliseconds. The wait doubles with each try. Null when the event is a day
 * old: it is then given up.
 */
export function nextTryAt({ createdAt, tries }: Pick<SecurityEvent, 'createdAt' | 'tries'>, now: number) {
  if (now - createdAt >= MAX_AGE_MS) return null;
  return now + Math.min(FIRST_WAIT_MS * 2 ** tries, MAX_WAIT_MS);
}

/** How the events of a recipient are sent. */
type Destination = {
  /** The audience of the tokens. */
  readonly audience: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Writes the body of a call with a token. */
  readonly writeBody: (token: string) => string;
};

/** The destination of the events of a recipient; null when the recipient is no longer configured. */
function destinationOf(
  { clients, sharedSignals }: ServerConfig,
  { kind, receiver: name }: Recipient,
): Destination | null {
  if (kind === 'logout') {
    const url = clients.find(({ clientId }) => clientId === name)?.backchannelLogoutUri;
    if (url === undefined) return null;
    return {
      audience: name,
      url,
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      writeBody: (token) => new URLSearchParams({ logout_token: token }).toString(),
    };
  }
  const receiver = sharedSignals.receivers.find((candidate) => candidate.name === name);
  if (!receiver) return null;
  return {
    audience: receiver.audience,
    url: receiver.endpoint,
    headers: {
      'Content-Type': 'application/secevent+jwt',
      Accept: 'application/json',
      ...(receiver.authorization !== undefined && { Authorization: receiver.authorization }),
    },
    writeBody: (token) => token,
  };
}

type Deps = {
  readonly config: ServerConfig;
  readonly storage: Storage;
  /** Reads the key with which ID tokens are currently signed. */
  readonly signingKey: () => Promise<OidcKey>;
  readonly now: Clock;
};

/** Delivers back-channel logouts and Shared Signals (rule 257; RFC 8935). */
export type SecurityEventDelivery = {
  /** Tries to deliver all due events, and resolves when all calls have ended. */
  deliverDue(): Promise<void>;
  /**
   * Tries to deliver all due events. Resolves to the client ids of the services that have not confirmed a sign-out,
   * when the first call to each service has ended, but at the latest 2 s after the sign-out began.
   */
  unconfirmedLogouts(signOut: SignOut): Promise<readonly string[]>;
  /** Delivers due events twice a second. Returns a function that stops this and waits for running calls. */
  start(): () => Promise<void>;
};

/** Creates the delivery of the stored security events. */
export function securityEventDelivery({ config, storage, signingKey, now }: Deps): SecurityEventDelivery {
  const events = securityEventsIn(storage, now);
  const runningDeliveries = new Map<string, Promise<void>>();

  /** @throws Error when the recipient does not accept the event */
  const send = async (event: SecurityEvent, destination: Destination): Promise<void> => {
    const { audience, url, headers, writeBody } = destination;
    const token = securityEventToken(event, {
      issuer: config.publicUrl,
      audience,
      key: await signingKey(),
      now: now(),
    });
    const response = await fetch(url, {
      method: 'POST',
      headers,
      body: writeBody(token),
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`HTTP ${response.status}`);
  };

  /**
   * Tries to deliver an event. Resolves to whether the recipient has accepted the event; null when another server is
   * delivering the event.
   */
  const tryToDeliver = async (event: SecurityEvent): Promise<boolean | null> => {
    const { kind, receiver, eventId } = event;
    if (!(await events.begin(event, now() + CRASHED_AFTER_MS))) return null;
    const destination = destinationOf(config, event);
    if (!destination) {
      await events.recordFailure(eventId, 'not configured', null);
      return false;
    }
    try {
      await send(event, destination);
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

  /**
   * Delivers the due events of a recipient until the recipient accepts none of them. A recipient that cannot be reached
   * does not delay the events of other recipients.
   */
  const deliverTo = async (recipient: Recipient): Promise<void> => {
    for (;;) {
      const results = await Promise.all((await events.findDue(recipient, MAX_CONCURRENT)).map(tryToDeliver));
      if (!results.includes(true)) return;
    }
  };

  const beginDueDeliveries = async (): Promise<void> => {
    for (const recipient of await events.dueRecipients()) {
      const name = `${recipient.kind} ${recipient.receiver}`;
      if (runningDeliveries.has(name)) continue;
      const delivery = deliverTo(recipient)
        .catch(logUnlessStorageUnavailable)
        .finally(() => runningDeliveries.delete(name));
      runningDeliveries.set(name, delivery);
    }
  };

  const waitForRunningCalls = async (): Promise<void> => {
    await Promise.all(runningDeliveries.values());
  };

  const unconfirmedEventsOf = async ({ userId, at }: SignOut): Promise<readonly SecurityEvent[]> =>
    (await events.ofUser(userId)).filter(
      ({ kind, createdAt, deliveredAt }) => kind === 'logout' && createdAt >= at && deliveredAt === null,
    );

  return {
    async unconfirmedLogouts(signOut) {
      let unconfirmed = await unconfirmedEventsOf(signOut);
      if (unconfirmed.length > 0) await beginDueDeliveries();
      while (
        unconfirmed.some(({ failure }) => failure === null) &&
        now() < signOut.at + FIRST_CALLS_TIMEOUT_MS
      ) {
        await setTimeout(FIRST_CALLS_POLL_MS);
        unconfirmed = await unconfirmedEventsOf(signOut);
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
