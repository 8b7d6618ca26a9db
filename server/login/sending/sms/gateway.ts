import type { Language } from '#i18n/locale.ts';
import type { GatewayFailure } from '#server/login/sending/gateway-error.ts';

/** A text message to a phone. */
export type Sms = {
  /** The phone number as stored in the account. */
  readonly to: string;
  readonly text: string;
  /** The code in the text, for gateways that send the code in an Alimtalk template. */
  readonly oneTimeCode?: OneTimeCode;
};

/** A code, and the values with which it is sent. */
export type OneTimeCode = {
  readonly code: string;
  readonly serviceName: string;
  readonly language: Language;
};

/** The delivery status of an accepted SMS; `waiting` while the status is unknown. */
export type SmsDeliveryStatus =
  | 'waiting'
  | 'delivered'
  | { readonly failure: GatewayFailure; readonly code: string };

/** The delivery status of an accepted message. */
export type DeliveryStatus = SmsDeliveryStatus | ReplacedAlimtalk;

/** An Alimtalk that was not delivered, and the delivery status of the SMS that the gateway sends instead. */
export type ReplacedAlimtalk = {
  /** The result code of the Alimtalk. */
  readonly alimtalkCode: string;
  readonly sms: SmsDeliveryStatus;
};

/** Requests the delivery status of a message. */
export type FetchDeliveryStatus = () => Promise<DeliveryStatus>;

/** A gateway for text messages. */
export type SmsGateway = {
  readonly name: string;
  /**
   * Sends a message. Resolves when the gateway has accepted the message, to a function that requests the delivery
   * status. Null when the gateway does not report the delivery status.
   * @throws GatewayError when the gateway does not accept the message
   */
  send(sms: Sms, timeoutMs: number): Promise<FetchDeliveryStatus | null>;
};
