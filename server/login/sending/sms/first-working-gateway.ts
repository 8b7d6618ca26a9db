import { reasonOf } from '#server/login/sending/failure.ts';
import { GatewayError, type GatewayFailure } from '#server/login/sending/gateway-error.ts';
import type { Outbox } from '#server/login/sending/outbox.ts';
import { log } from '#server/operations/log.ts';
import { logUndeliveredAlimtalk } from './alimtalk.ts';
import type { CheckDelivery, Delivery, ReplacedAlimtalk, SmsGateway } from './gateway.ts';
import type { UndeliveredMessage } from './undelivered.ts';

/** Result of a message at a gateway. */
export type SmsResult = 'taken' | 'delivered' | 'replaced' | GatewayFailure;

/** Called with each result of a message at the gateway of this name. */
export type ReportSms = (gateway: string, result: SmsResult) => void;

type Deps = {
  readonly reportSms: ReportSms;
  readonly recordUndelivered?: (message: UndeliveredMessage) => void;
  /** Timeout of each gateway. By default 10 s, or 5 s when there are several gateways. */
  readonly timeoutMs?: number;
  /** Runs something later, in milliseconds. */
  readonly schedule?: (run: () => void, ms: number) => void;
};

const SINGLE_GATEWAY_TIMEOUT_MS = 10_000;
const SHARED_TIMEOUT_MS = 5_000;

/** Milliseconds before each request for the delivery status. */
const CHECK_DELAYS_MS: readonly number[] = [15_000, 60_000, 300_000];

const runLater = (run: () => void, ms: number): void => {
  setTimeout(run, ms).unref();
};

const failureOf = (error: unknown): GatewayFailure =>
  error instanceof GatewayError ? error.failure : 'outage';

const isReplacedAlimtalk = (delivery: Delivery): delivery is ReplacedAlimtalk =>
  typeof delivery === 'object' && 'alimtalkCode' in delivery;

/** An accepted message whose delivery status is requested. */
type AcceptedMessage = {
  readonly gateway: string;
  readonly userId: string;
  readonly check: CheckDelivery;
  /** Its Alimtalk was reported as replaced. */
  readonly isReplaced: boolean;
};

/**
 * Sends by the first gateway that accepts a message. A number that takes no SMS is refused immediately: no other
 * gateway reaches it. The delivery status is requested later and reported; after an Alimtalk that was not delivered,
 * also that of the SMS which replaces it.
 */
export function firstWorkingGateway(
  gateways: readonly SmsGateway[],
  {
    reportSms,
    recordUndelivered = () => undefined,
    timeoutMs = gateways.length > 1 ? SHARED_TIMEOUT_MS : SINGLE_GATEWAY_TIMEOUT_MS,
    schedule = runLater,
  }: Deps,
): Outbox {
  const checkLater = (message: AcceptedMessage, [wait, ...rest]: readonly number[]): void => {
    if (wait === undefined) return;
    schedule(async () => {
      const { gateway, userId, check } = message;
      const delivery = await check().catch(() => 'waiting' as const);
      const replaced = isReplacedAlimtalk(delivery) ? delivery : null;
      if (replaced && !message.isReplaced) {
        recordUndelivered({ userId, gateway, failure: 'replaced', code: replaced.alimtalkCode });
        reportSms(gateway, 'replaced');
        logUndeliveredAlimtalk(gateway, replaced.alimtalkCode);
      }
      const sms = isReplacedAlimtalk(delivery) ? delivery.sms : delivery;
      if (sms === 'waiting') {
        return checkLater({ ...message, isReplaced: message.isReplaced || replaced !== null }, rest);
      }
      if (sms === 'delivered') return reportSms(gateway, 'delivered');
      recordUndelivered({ userId, gateway, ...sms });
      reportSms(gateway, sms.failure);
      log.warn(`An SMS was not delivered by ${gateway}: ${sms.failure} (${sms.code})`);
    }, wait);
  };

  return {
    async deliver({ userId, to, text, oneTimeCode }) {
      for (const [index, gateway] of gateways.entries()) {
        const next = gateways[index + 1];
        try {
          const check = await gateway.send({ to, text, ...(oneTimeCode && { oneTimeCode }) }, timeoutMs);
          reportSms(gateway.name, 'taken');
          if (check) {
            checkLater({ gateway: gateway.name, userId, check, isReplaced: false }, CHECK_DELAYS_MS);
          }
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
