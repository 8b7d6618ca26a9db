/** Why a gateway did not accept or deliver a message. */
export type GatewayFailure =
  /** The number does not receive SMS. */
  | 'number'
  /** The person or the carrier blocks the message. */
  | 'blocked'
  /** The number is not a Korean number. */
  | 'abroad'
  /** The phone is off or cannot be reached. */
  | 'phone'
  /** The credit at the gateway is used up. */
  | 'credit'
  /** The limit of messages at the gateway is reached. */
  | 'limit'
  /** The gateway does not accept the credentials. */
  | 'credentials'
  /** The gateway does not accept the sender's number. */
  | 'sender'
  /** The gateway does not accept the text. */
  | 'content'
  /** The gateway refuses the message for another reason. */
  | 'refused'
  /** The gateway failed, did not answer in time, or cannot be reached. */
  | 'outage';

/** Thrown when a gateway did not accept a message. */
export class GatewayError extends Error {
  override readonly name = 'GatewayError';
  /** The text for the log, such as `HTTP 503` or `solapi: credit (1030)`. */
  readonly code: string;
  readonly failure: GatewayFailure;

  constructor(code: string, failure: GatewayFailure) {
    super(`A gateway did not accept a message: ${code}`);
    this.code = code;
    this.failure = failure;
  }
}
