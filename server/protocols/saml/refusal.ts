import type { ServiceProvider } from '#server/config/client.ts';

/** The reason why a message is refused, which the page shows under "Details". */
export type RefusalCode =
  | 'malformed_message'
  | 'too_large'
  | 'unknown_service_provider'
  | 'signature_missing'
  | 'signature_invalid'
  | 'wrong_destination'
  | 'expired_message'
  | 'replayed_message'
  | 'unregistered_address'
  | 'unsupported_binding'
  | 'unsupported_request'
  | 'wrong_method'
  | 'request_ended';

/** Thrown to refuse a message. The answer is a page, because no response may be sent to an unverified address. */
export class SamlRefusal extends Error {
  override readonly name = 'SamlRefusal';
  readonly code: RefusalCode;
  /** The service that has sent the message; null when the sender is not certain. The page links to this service. */
  readonly provider: ServiceProvider | null;

  constructor(code: RefusalCode, description: string, provider: ServiceProvider | null = null) {
    super(description);
    this.code = code;
    this.provider = provider;
  }
}
