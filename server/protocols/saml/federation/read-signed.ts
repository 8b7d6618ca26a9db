import { type Aggregate, aggregateOf } from '#server/config/saml/aggregate.ts';
import { parseXml } from '#server/config/saml/parse.ts';
import { withoutComments } from '#server/config/saml/service-provider.ts';
import { isUntrusted, SignatureError, signedRoot } from '#server/protocols/saml/xml/signature.ts';

/** Maximum number of bytes and characters of a document. */
export const MAX_METADATA_BYTES = 10_000_000;

/** The document of a federation, and the pinned certificates in PEM. */
export type SignedMetadata = { readonly xml: string; readonly certificates: readonly string[] };

/** The content of the document, or the reason why it is not trusted. */
export type MetadataResult = { readonly aggregate: Aggregate } | { readonly problem: string };

/**
 * Reads the signed part of a federation's metadata, if a pinned certificate verifies the signature. Comments are
 * removed first, because the signature does not cover them (exclusive C14N without comments).
 */
export function readSigned({ xml, certificates }: SignedMetadata): MetadataResult {
  try {
    const xmlWithoutComments = withoutComments(xml);
    const root = signedRoot(
      xmlWithoutComments,
      parseXml(xmlWithoutComments, MAX_METADATA_BYTES),
      certificates,
      MAX_METADATA_BYTES,
    );
    if (!root) throw new SignatureError('it is not signed as a whole');
    return { aggregate: aggregateOf(root) };
  } catch (error) {
    if (!isUntrusted(error)) throw error;
    return { problem: error.message };
  }
}
