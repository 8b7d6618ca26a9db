/**
 * Why a message was not delivered. `number`: it receives no SMS; `blocked`: by the person or their carrier; `abroad`:
 * not a number of Korea; `phone`: off or out of reach; `credit`, `limit`: used up; `credentials`, `sender`, `content`:
 * not accepted; `refused`: for another reason; `outage`: the gateway failed.
 */
export type GatewayFailure =
  | 'number'
  | 'blocked'
  | 'abroad'
  | 'phone'
  | 'credit'
  | 'limit'
  | 'credentials'
  | 'sender'
  | 'content'
  | 'refused'
  | 'outage';

/** A gateway did not accept a message. */
export class GatewayError extends Error {
  override readonly name = 'GatewayError';
  /** For the log, such as `HTTP 503` or `solapi: credit (1030)`. */
  readonly code: string;
  readonly failure: GatewayFailure;

  constructor(code: string, failure: GatewayFailure) {
    super(`A gateway did not accept a message: ${code}`);
    this.code = code;
    this.failure = failure;
  }
}
