import type { ServiceProvider } from '#server/config/client.ts';

/** Why a message is rejected, as shown under "Details". */
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

/** A refused message. It is answered with a page, because an unverified address must not receive a response. */
export class SamlRefusal extends Error {
  override readonly name = 'SamlRefusal';
  readonly code: RefusalCode;
  /** The service that sent the message, when it is known well enough to link back to it. */
  readonly provider: ServiceProvider | null;

  constructor(code: RefusalCode, description: string, provider: ServiceProvider | null = null) {
    super(description);
    this.code = code;
    this.provider = provider;
  }
}
