import { SamlStatusError } from '@node-saml/node-saml';
import { MetadataError } from './identity-provider.ts';

/** The message is meant for another address, does not say what it has to, or is not signed. */
export class AssertionError extends Error {
  override readonly name = 'AssertionError';
}

/** Why a sign-in or sign-out ended without a person. */
export type SamlFailure = {
  readonly status: 400 | 502;
  /** A status of SAML, or a word of the service's own. */
  readonly code: string;
  readonly description: string;
};

/** The answer is to no request of this browser. */
export const UNKNOWN_REQUEST: SamlFailure = {
  status: 400,
  code: 'unknown_request',
  description: 'The response answers no request of this browser.',
};

/** The portal was not to show a page, and could not do without. */
export const PAGE_NEEDED: SamlFailure = {
  status: 400,
  code: 'NoPassive',
  description: 'The portal would have had to show a page.',
};

/** Reads what node-saml threw: whatever it is, the answer does not hold. */
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
