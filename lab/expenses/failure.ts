import { SamlStatusError } from '@node-saml/node-saml';
import { MetadataError } from './identity-provider.ts';

/** The message has another destination, lacks a required value, or is not signed. */
export class AssertionError extends Error {
  override readonly name = 'AssertionError';
}

/** A failed sign-in or sign-out. */
export type SamlFailure = {
  readonly status: 400 | 502;
  /** A SAML status, or a code of this service. */
  readonly code: string;
  readonly description: string;
};

/** The response belongs to no request of this browser. */
export const UNKNOWN_REQUEST: SamlFailure = {
  status: 400,
  code: 'unknown_request',
  description: 'The response answers no request of this browser.',
};

/** The portal could not answer a passive request without a page. */
export const PAGE_NEEDED: SamlFailure = {
  status: 400,
  code: 'NoPassive',
  description: 'The portal would have had to show a page.',
};

/** Converts an error of node-saml; any error means that the response is invalid. */
export function samlFailure(error: unknown): SamlFailure {
  if (error instanceof TypeError && error.message === 'fetch failed') {
    return { status: 502, code: 'portal_unreachable', description: 'The portal gave no answer.' };
  }
  if (error instanceof MetadataError)
    return { status: 502, code: 'bad_metadata', description: error.message };
  if (error instanceof SamlStatusError) {
    const code = /: (\w+)$/.exec(error.message)?.[1] ?? 'refused';
    return { status: 400, code, description: error.message };
  }
  if (error instanceof AssertionError) {
    return { status: 400, code: error.message, description: 'The answer is not meant for this service.' };
  }
  const description = error instanceof Error ? error.message : String(error);
  return { status: 400, code: 'invalid_answer', description };
}
