import { reasonOf } from '#server/login/sending/failure.ts';
import { GatewayError, type GatewayFailure } from '#server/login/sending/gateway-error.ts';
import type { Outbox } from '#server/login/sending/outbox.ts';
import { log } from '#server/operations/log.ts';
import { alimtalkFailed } from './alimtalk.ts';
import type { AskDelivery, SmsGateway } from './gateway.ts';

/** What became of a message at a gateway. */
export type SmsResult = 'taken' | 'delivered' | 'replaced' | GatewayFailure;

/** Hears what became of a message at the gateway of this name. */
export type HearSms = (gateway: string, result: SmsResult) => void;

type Deps = {
  readonly heard: HearSms;
  /** How long each gateway may be silent. By default 10 s, or 5 s where another one can take over. */
  readonly timeoutMs?: number;
  /** Runs something later, in milliseconds. */
  readonly later?: (run: () => void, ms: number) => void;
};

const ALONE_MS = 10_000;
const BEFORE_ANOTHER_MS = 5_000;

/** Milliseconds until a gateway is asked what became of a message, each after the one before. */
const ASK_AFTER: readonly number[] = [15_000, 60_000, 300_000];

const runLater = (run: () => void, ms: number): void => {
  setTimeout(run, ms).unref();
};

const failureOf = (error: unknown): GatewayFailure =>
  error instanceof GatewayError ? error.failure : 'outage';

/**
 * Sends by the first gateway that takes a message. A number that takes no SMS is refused at once: no other gateway
 * reaches it. What became of a message is asked later, and counted.
 */
export function inOrder(
  gateways: readonly SmsGateway[],
  { heard, timeoutMs = gateways.length > 1 ? BEFORE_ANOTHER_MS : ALONE_MS, later = runLater }: Deps,
): Outbox {
  const follow = (name: string, ask: AskDelivery, [wait, ...rest]: readonly number[]): void => {
    if (wait === undefined) return;
    later(async () => {
      const delivery = await ask().catch(() => 'waiting' as const);
      if (delivery === 'waiting') return follow(name, ask, rest);
      if (delivery === 'delivered') return heard(name, 'delivered');
      const { failure, code } = delivery;
      heard(name, failure);
      if (failure === 'replaced') alimtalkFailed(name, code);
      else log.warn(`An SMS was not delivered by ${name}: ${failure} (${code})`);
    }, wait);
  };

  return {
    async deliver({ to, text, oneTimeCode }) {
      for (const [index, gateway] of gateways.entries()) {
        const next = gateways[index + 1];
        try {
          const ask = await gateway.send({ to, text, ...(oneTimeCode && { oneTimeCode }) }, timeoutMs);
          heard(gateway.name, 'taken');
          if (ask) follow(gateway.name, ask, ASK_AFTER);
          return;
        } catch (error) {
          const failure = failureOf(error);
          heard(gateway.name, failure);
          if (!next || failure === 'number') throw error;
          log.warn(`${next.name} takes over an SMS from ${gateway.name}: ${reasonOf(error)}`);
        }
      }
    },
  };
}
