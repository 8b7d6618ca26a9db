import type { GatewayFailure } from '#server/login/sending/gateway-error.ts';
import type { Audit } from '#server/operations/audit/event.ts';

/** An accepted message that was not delivered. `replaced`: the gateway sends an SMS instead of an Alimtalk. */
export type UndeliveredMessage = {
  readonly userId: string;
  readonly gateway: string;
  readonly failure: GatewayFailure | 'replaced';
  /** The result code of the gateway. */
  readonly code: string;
};

/** Creates a function that records undelivered messages in the audit. */
export const auditUndelivered =
  (audit: Audit) =>
  ({ userId, failure, gateway, code }: UndeliveredMessage): void =>
    audit({ event: 'message.undelivered', account: userId, method: 'sms', result: failure, gateway, code });
