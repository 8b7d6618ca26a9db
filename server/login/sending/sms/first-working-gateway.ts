import { reasonOf } from '#server/login/sending/failure.ts';
import { GatewayError, type GatewayFailure } from '#server/login/sending/gateway-error.ts';
import type { Outbox } from '#server/login/sending/outbox.ts';
import { log } from '#server/operations/log.ts';
import { logUndeliveredAlimtalk } from './alimtalk.ts';
import type { DeliveryStatus, FetchDeliveryStatus, ReplacedAlimtalk, SmsGateway } from './gateway.ts';
import type { UndeliveredMessage } from './undelivered.ts';

/**
 * A result of a message at a gateway: `taken` when it was accepted, `replaced` when the gateway sends an SMS instead of
 * an Alimtalk.
 */
export type SmsResult = 'taken' | 'delivered' | 'replaced' | GatewayFailure;

/** Called with the name of the gateway and each result of a message. */
export type ReportSms = (gateway: string, result: SmsResult) => void;

type Deps = {
  readonly reportSms: ReportSms;
  readonly recordUndelivered?: (message: UndeliveredMessage) => void;
  /** The timeout of each gateway. By default 10 s for a single gateway, and 5 s for several gateways. */
  readonly timeoutMs?: number;
  /** Runs a function after a delay in milliseconds. */
  readonly schedule?: (run: () => void, ms: number) => void;
};

const SINGLE_GATEWAY_TIMEOUT_MS = 10_000;
const SEVERAL_GATEWAYS_TIMEOUT_MS = 5_000;

/** The delays before the requests for the delivery status. */
const DELIVERY_REQUEST_DELAYS_MS: readonly number[] = [15_000, 60_000, 300_000];

const runLater = (run: () => void, ms: number): void => {
  setTimeout(run, ms).unref();
};

const failureOf = (error: unknown): GatewayFailure =>
  error instanceof GatewayError ? error.failure : 'outage';

const isReplacedAlimtalk = (delivery: DeliveryStatus): delivery is ReplacedAlimtalk =>
  typeof delivery === 'object' && 'alimtalkCode' in delivery;

/** An accepted message whose delivery status is requested. */
type AcceptedMessage = {
  readonly gateway: string;
  readonly userId: string;
  readonly requestDelivery: FetchDeliveryStatus;
  /** Whether it was already reported that an SMS replaces the Alimtalk of the message. */
  readonly isReplacementReported: boolean;
};

/**
 * Sends messages through the first gateway that accepts them. When a gateway answers that the number does not receive
 * SMS, the message is refused immediately, because other gateways cannot reach the number either. The delivery status
 * of accepted messages is requested and reported later. When an SMS replaces an Alimtalk, the delivery status of the
 * SMS is reported, too.
 */
export function firstWorkingGateway(
  gateways: readonly SmsGateway[],
  {
    reportSms,
    recordUndelivered = () => undefined,
    timeoutMs = gateways.length > 1 ? SEVERAL_GATEWAYS_TIMEOUT_MS : SINGLE_GATEWAY_TIMEOUT_MS,
    schedule = runLater,
  }: Deps,
): Outbox {
  const requestDeliveryLater = (
    message: AcceptedMessage,
    [delay, ...otherDelays]: readonly number[],
  ): void => {
    if (delay === undefined) return;
    schedule(async () => {
      const { gateway, userId, requestDelivery } = message;
      const delivery = await requestDelivery().catch(() => 'waiting' as const);
      const replacedAlimtalk = isReplacedAlimtalk(delivery) ? delivery : null;
      if (replacedAlimtalk && !message.isReplacementReported) {
        recordUndelivered({ userId, gateway, failure: 'replaced', code: replacedAlimtalk.alimtalkCode });
        reportSms(gateway, 'replaced');
        logUndeliveredAlimtalk(gateway, replacedAlimtalk.alimtalkCode);
      }
      const smsDelivery = isReplacedAlimtalk(delivery) ? delivery.sms : delivery;
      if (smsDelivery === 'waiting') {
        return requestDeliveryLater(
          { ...message, isReplacementReported: message.isReplacementReported || replacedAlimtalk !== null },
          otherDelays,
        );
      }
      if (smsDelivery === 'delivered') return reportSms(gateway, 'delivered');
      recordUndelivered({ userId, gateway, ...smsDelivery });
      reportSms(gateway, smsDelivery.failure);
      log.warn(`An SMS was not delivered by ${gateway}: ${smsDelivery.failure} (${smsDelivery.code})`);
    }, delay);
  };

  return {
    async deliver({ userId, to, text, oneTimeCode }) {
      for (const [index, gateway] of gateways.entries()) {
        const nextGateway = gateways[index + 1];
        try {
          const requestDelivery = await gateway.send(
            { to, text, ...(oneTimeCode && { oneTimeCode }) },
            timeoutMs,
          );
          reportSms(gateway.name, 'taken');
          if (requestDelivery) {
            requestDeliveryLater(
              { gateway: gateway.name, userId, requestDelivery, isReplacementReported: false },
              DELIVERY_REQUEST_DELAYS_MS,
            );
          }
          return;
        } catch (error) {
          const failure = failureOf(error);
          reportSms(gateway.name, failure);
          if (!nextGateway || failure === 'number') throw error;
          log.warn(`${nextGateway.name} takes over an SMS from ${gateway.name}: ${reasonOf(error)}`);
        }
      }
    },
  };
}
