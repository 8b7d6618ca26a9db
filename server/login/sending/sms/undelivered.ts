import type { GatewayFailure } from '#server/login/sending/gateway-error.ts';
import type { Audit } from '#server/operations/audit/event.ts';

/** An accepted message that was not delivered; `replaced` for an Alimtalk after which the gateway sends an SMS. */
export type UndeliveredMessage = {
  readonly userId: string;
  readonly gateway: string;
  readonly failure: GatewayFailure | 'replaced';
  /** Result code of the gateway. */
  readonly code: string;
};

/** Records undelivered messages in the audit of their person. */
export const auditUndelivered =
  (audit: Audit) =>
  ({ userId, failure, gateway, code }: UndeliveredMessage): void =>
    audit({ event: 'message.undelivered', account: userId, method: 'sms', result: failure, gateway, code });
