import type { Language } from '#i18n/locale.ts';
import type { GatewayFailure } from '#server/login/sending/gateway-error.ts';

/** A text to a phone. */
export type Sms = {
  /** The number as the account has it. */
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
 * What a gateway says of a message that it has taken; `waiting` as long as it does not know. An Alimtalk that did not
 * reach the person is `replaced` where the gateway sends an SMS in its place and does not say what becomes of that.
 */
export type Delivery =
  | 'waiting'
  | 'delivered'
  | { readonly failure: GatewayFailure | 'replaced'; readonly code: string };

/** Asks for the delivery of one message. */
export type AskDelivery = () => Promise<Delivery>;

/** A gateway that brings texts to phones. */
export type SmsGateway = {
  readonly name: string;
  /**
   * Resolves when the message is taken, with the way to ask for its delivery where there is one.
   * @throws GatewayError
   */
  send(sms: Sms, timeoutMs: number): Promise<AskDelivery | null>;
};
