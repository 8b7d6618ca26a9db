import { DOMParser } from '@xmldom/xmldom';

const METADATA_NAMESPACE = 'urn:oasis:names:tc:SAML:2.0:metadata';
const SIGNATURE_NAMESPACE = 'http://www.w3.org/2000/09/xmldsig#';
const METADATA_LIFETIME_MS = 24 * 60 * 60_000;
const BINDING_PREFIX = 'urn:oasis:names:tc:SAML:2.0:bindings:';

/** The SAML endpoints and certificates of the portal, from its metadata. */
export type IdentityProvider = {
  readonly entityId: string;
  /**
   * Signing certificates of the portal in base64, without the PEM header. There are two while a new certificate replaces an
   * old certificate.
   */
  readonly certificates: readonly string[];
  /** `ssoByRedirect` and `ssoByPost`: addresses that receive sign-in requests; `sloByRedirect`: receives logout messages. */
  readonly ssoByRedirect: string;
  readonly ssoByPost: string;
  readonly sloByRedirect: string;
};

/** Error for metadata without a required endpoint or certificate. */
export class MetadataError extends Error {
  override readonly name = 'MetadataError';
}

/**
 * The address of an endpoint in the metadata.
 * @throws MetadataError when the metadata have no such endpoint
 */
function endpointUrl(root: Element, name: string, binding: string): string {
  const service = Array.from(root.getElementsByTagNameNS(METADATA_NAMESPACE, name)).find(
    (element) => element.getAttribute('Binding') === BINDING_PREFIX + binding,
  );
  if (!service) throw new MetadataError(`${name} has no ${binding}`);
  return service.getAttribute('Location') ?? '';
}

function parseMetadata(xml: string): IdentityProvider {
  const root = new DOMParser().parseFromString(xml, 'text/xml').documentElement;
  const certificates = Array.from(
    root.getElementsByTagNameNS(SIGNATURE_NAMESPACE, 'X509Certificate'),
  ).flatMap(({ textContent }) => textContent || []);
  if (certificates.length === 0) throw new MetadataError('there is no certificate');
  return {
    entityId: root.getAttribute('entityID') ?? '',
    certificates,
    ssoByRedirect: endpointUrl(root, 'SingleSignOnService', 'HTTP-Redirect'),
    ssoByPost: endpointUrl(root, 'SingleSignOnService', 'HTTP-POST'),
    sloByRedirect: endpointUrl(root, 'SingleLogoutService', 'HTTP-Redirect'),
  };
}

/**
 * Returns a function that reads the metadata of the portal. It loads them at the first call, and again after a day.
 * @param now returns the current time in epoch milliseconds
 * @throws TypeError of `fetch` when the portal does not answer
 */
export function createIdentityProviderReader(
  portalUrl: string,
  now: () => number,
): () => Promise<IdentityProvider> {
  let metadata: Promise<IdentityProvider> | null = null;
  let loadedAt = 0;
  return () => {
    if (now() - loadedAt >= METADATA_LIFETIME_MS) metadata = null;
    if (!metadata) loadedAt = now();
    metadata ??= fetch(new URL('/saml/metadata', portalUrl))
      .then((response) => response.text())
      .then(parseMetadata)
      .catch((error: unknown) => {
        metadata = null;
        throw error;
      });
    return metadata;
  };
}
