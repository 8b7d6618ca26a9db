import { type Aggregate, aggregateOf } from '#server/config/saml/aggregate.ts';
import { parseXml } from '#server/config/saml/parse.ts';
import { withoutComments } from '#server/config/saml/service-provider.ts';
import { isUntrusted, SignatureError, signedRoot } from '#server/protocols/saml/xml/signature.ts';

/** Bytes of the largest document that is read, and characters. */
export const MAX_METADATA_BYTES = 10_000_000;

export type SignedMetadata = { readonly xml: string; readonly certificates: readonly string[] };

/** What the document says, or why it is not to be trusted. */
export type ReadMetadata = { readonly aggregate: Aggregate } | { readonly problem: string };

/**
 * Reads the signed metadata of a federation: only what the signature covers, checked by the pinned certificates alone.
 * Comments are taken out first, which the signature does not cover (exclusive C14N without comments).
 */
export function readSigned({ xml, certificates }: SignedMetadata): ReadMetadata {
  try {
    const text = withoutComments(xml);
    const root = signedRoot(text, parseXml(text, MAX_METADATA_BYTES), certificates, MAX_METADATA_BYTES);
    if (!root) throw new SignatureError('it is not signed as a whole');
    return { aggregate: aggregateOf(root) };
  } catch (error) {
    if (!isUntrusted(error)) throw error;
    return { problem: error.message };
  }
}
