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

/** Delivery status of an accepted SMS; `waiting` while it is unknown. */
export type SmsDelivery =
  | 'waiting'
  | 'delivered'
  | { readonly failure: GatewayFailure; readonly code: string };

/** Delivery status of an accepted message. */
export type Delivery = SmsDelivery | ReplacedAlimtalk;

/** An Alimtalk that was not delivered, and the delivery status of the SMS that the gateway sends instead. */
export type ReplacedAlimtalk = {
  /** Result code of the Alimtalk. */
  readonly alimtalkCode: string;
  readonly sms: SmsDelivery;
};

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
