import { DOMParser } from '@xmldom/xmldom';

const METADATA = 'urn:oasis:names:tc:SAML:2.0:metadata';
const SIGNATURE = 'http://www.w3.org/2000/09/xmldsig#';
const METADATA_LIFETIME_MS = 24 * 60 * 60_000;
const BINDINGS = 'urn:oasis:names:tc:SAML:2.0:bindings:';

/** The portal's endpoints and certificates, from its metadata. */
export type IdentityProvider = {
  readonly entityId: string;
  /** Its signing certificates in base64, without the PEM header; two while one replaces the other. */
  readonly certificates: readonly string[];
  readonly ssoByRedirect: string;
  readonly ssoByPost: string;
  readonly sloByRedirect: string;
};

/** The metadata is incomplete. */
export class MetadataError extends Error {
  override readonly name = 'MetadataError';
}

function endpoint(root: Element, name: string, binding: string): string {
  const service = Array.from(root.getElementsByTagNameNS(METADATA, name)).find(
    (element) => element.getAttribute('Binding') === BINDINGS + binding,
  );
  if (!service) throw new MetadataError(`${name} has no ${binding}`);
  return service.getAttribute('Location') ?? '';
}

function parseMetadata(xml: string): IdentityProvider {
  const root = new DOMParser().parseFromString(xml, 'text/xml').documentElement;
  const certificates = Array.from(root.getElementsByTagNameNS(SIGNATURE, 'X509Certificate')).flatMap(
    ({ textContent }) => textContent || [],
  );
  if (certificates.length === 0) throw new MetadataError('there is no certificate');
  return {
    entityId: root.getAttribute('entityID') ?? '',
    certificates,
    ssoByRedirect: endpoint(root, 'SingleSignOnService', 'HTTP-Redirect'),
    ssoByPost: endpoint(root, 'SingleSignOnService', 'HTTP-POST'),
    sloByRedirect: endpoint(root, 'SingleLogoutService', 'HTTP-Redirect'),
  };
}

/**
 * A function that returns the portal's metadata, loaded at first use and again after a day.
 * @param now epoch milliseconds
 * @throws TypeError of `fetch` when the portal gives no answer.
 */
export function identityProviderAt(portalUrl: string, now: () => number): () => Promise<IdentityProvider> {
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
