import { SamlStatusError } from '@node-saml/node-saml';
import { MetadataError } from './identity-provider.ts';

/**
 * Error for a SAML message that has another issuer, recipient or destination than expected, has a repeated value, or is
 * not signed. The message of the error is a code such as `wrong_issuer`.
 */
export class SamlMessageError extends Error {
  override readonly name = 'SamlMessageError';
}

/** Why a sign-in or a sign-out has failed. */
export type SamlFailure = {
  readonly status: 400 | 502;
  /** A SAML status such as `NoPassive`, or a code of this service such as `unknown_request`. */
  readonly code: string;
  readonly description: string;
};

/** Failure for a response that belongs to no request of this browser. */
export const UNKNOWN_REQUEST_FAILURE: SamlFailure = {
  status: 400,
  code: 'unknown_request',
  description: 'The response belongs to no request of this browser.',
};

/** Failure for a passive request that the portal could not answer without a page. */
export const PAGE_NEEDED_FAILURE: SamlFailure = {
  status: 400,
  code: 'NoPassive',
  description: 'The portal would have had to show a page.',
};

/** The failure that an error means. An unknown error means that the response is invalid. */
export function samlFailureOf(error: unknown): SamlFailure {
  if (error instanceof TypeError && error.message === 'fetch failed') {
    return { status: 502, code: 'portal_unreachable', description: 'The portal gave no answer.' };
  }
  if (error instanceof MetadataError)
    return { status: 502, code: 'bad_metadata', description: error.message };
  if (error instanceof SamlStatusError) {
    const code = /: (\w+)$/.exec(error.message)?.[1] ?? 'refused';
    return { status: 400, code, description: error.message };
  }
  if (error instanceof SamlMessageError) {
    return { status: 400, code: error.message, description: 'The answer is not meant for this service.' };
  }
  const description = error instanceof Error ? error.message : String(error);
  return { status: 400, code: 'invalid_answer', description };
}
