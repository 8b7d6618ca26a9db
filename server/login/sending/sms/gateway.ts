import type { Language } from '#i18n/locale.ts';
import type { GatewayFailure } from '#server/login/sending/gateway-error.ts';

/** A text message to a phone. */
export type Sms = {
  /** The phone number as stored in the account. */
  readonly to: string;
  readonly text: string;
  /** The code that the text carries, for gateways that put it into a template of Alimtalk. */
  readonly oneTimeCode?: OneTimeCode;
};

export type OneTimeCode = {
  readonly code: string;
  readonly serviceName: string;
  readonly language: Language;
};

/**
 * Delivery status of an accepted message; `waiting` while it is unknown. An undelivered Alimtalk is `replaced` when the
 * gateway sends an SMS instead without reporting its delivery.
 */
export type Delivery =
  | 'waiting'
  | 'delivered'
  | { readonly failure: GatewayFailure | 'replaced'; readonly code: string };

/** Requests the delivery status of one message. */
export type CheckDelivery = () => Promise<Delivery>;

/** A gateway for text messages. */
export type SmsGateway = {
  readonly name: string;
  /**
   * Resolves when the message is accepted, with a function that requests its delivery status; null if there is none.
   * @throws GatewayError
   */
  send(sms: Sms, timeoutMs: number): Promise<CheckDelivery | null>;
};
