import { reasonOf } from '#server/login/sending/failure.ts';
import { GatewayError, type GatewayFailure } from '#server/login/sending/gateway-error.ts';
import type { Outbox } from '#server/login/sending/outbox.ts';
import { log } from '#server/operations/log.ts';
import { logUndeliveredAlimtalk } from './alimtalk.ts';
import type { CheckDelivery, SmsGateway } from './gateway.ts';

/** Result of a message at a gateway. */
export type SmsResult = 'taken' | 'delivered' | 'replaced' | GatewayFailure;

/** Called with each result of a message at the gateway of this name. */
export type ReportSms = (gateway: string, result: SmsResult) => void;

type Deps = {
  readonly reportSms: ReportSms;
  /** Timeout of each gateway. By default 10 s, or 5 s when there are several gateways. */
  readonly timeoutMs?: number;
  /** Runs something later, in milliseconds. */
  readonly schedule?: (run: () => void, ms: number) => void;
};

const ALONE_MS = 10_000;
const BEFORE_ANOTHER_MS = 5_000;

/** Milliseconds before each request for the delivery status. */
const CHECK_DELAYS_MS: readonly number[] = [15_000, 60_000, 300_000];

const runLater = (run: () => void, ms: number): void => {
  setTimeout(run, ms).unref();
};

const failureOf = (error: unknown): GatewayFailure =>
  error instanceof GatewayError ? error.failure : 'outage';

/**
 * Sends by the first gateway that accepts a message. A number that takes no SMS is refused at once: no other gateway
 * reaches it. The delivery status is requested later and reported.
 */
export function firstWorkingGateway(
  gateways: readonly SmsGateway[],
  { reportSms, timeoutMs = gateways.length > 1 ? BEFORE_ANOTHER_MS : ALONE_MS, schedule = runLater }: Deps,
): Outbox {
  const checkLater = (name: string, check: CheckDelivery, [wait, ...rest]: readonly number[]): void => {
    if (wait === undefined) return;
    schedule(async () => {
      const delivery = await check().catch(() => 'waiting' as const);
      if (delivery === 'waiting') return checkLater(name, check, rest);
      if (delivery === 'delivered') return reportSms(name, 'delivered');
      const { failure, code } = delivery;
      reportSms(name, failure);
      if (failure === 'replaced') logUndeliveredAlimtalk(name, code);
      else log.warn(`An SMS was not delivered by ${name}: ${failure} (${code})`);
    }, wait);
  };

  return {
    async deliver({ to, text, oneTimeCode }) {
      for (const [index, gateway] of gateways.entries()) {
        const next = gateways[index + 1];
        try {
          const check = await gateway.send({ to, text, ...(oneTimeCode && { oneTimeCode }) }, timeoutMs);
          reportSms(gateway.name, 'taken');
          if (check) checkLater(gateway.name, check, CHECK_DELAYS_MS);
          return;
        } catch (error) {
          const failure = failureOf(error);
          reportSms(gateway.name, failure);
          if (!next || failure === 'number') throw error;
          log.warn(`${next.name} takes over an SMS from ${gateway.name}: ${reasonOf(error)}`);
        }
      }
    },
  };
}
