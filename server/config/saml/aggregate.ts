import { NS } from './names.ts';
import { childElements, XmlError } from './parse.ts';
import {
  attribute,
  childNamed,
  childrenNamed,
  durationAttribute,
  elementText,
  timeAttribute,
} from './read.ts';
import { type SpMetadata, spDescriptor, spMetadataOf } from './service-provider.ts';

/** A service provider that the metadata of a federation describes. */
export type FederatedEntity = {
  readonly metadata: SpMetadata;
  /** Display names of the service provider in the languages of the portal, as far as the metadata has them. */
  readonly names: { readonly ko?: string; readonly en?: string };
  /** End of validity of the service provider's metadata, in epoch milliseconds. */
  readonly validUntil: number;
};

/** The metadata of a federation: an aggregate of the metadata of its services. */
export type Aggregate = {
  readonly entities: readonly FederatedEntity[];
  /** End of validity of the metadata, in epoch milliseconds. */
  readonly validUntil: number;
  /** Milliseconds after which the metadata should be read again; null when it has no `cacheDuration`. */
  readonly cacheMs: number | null;
};

const MAX_NAME_CHARS = 100;

/** The display names of a service provider (SAML Metadata UI 1.0, 2.1.2). */
function displayNamesOf(descriptor: Element): FederatedEntity['names'] {
  const extensions = childNamed(descriptor, NS.metadata, 'Extensions');
  const uiInfo = extensions && childNamed(extensions, NS.ui, 'UIInfo');
  const names = uiInfo ? childrenNamed(uiInfo, NS.ui, 'DisplayName') : [];
  const inLanguage = (language: string): string =>
    elementText(
      names.find((name) => attribute(name, 'xml:lang')?.slice(0, 2).toLowerCase() === language) ?? null,
    )
      .replaceAll(/[\p{Cc}\s]+/gu, ' ')
      .slice(0, MAX_NAME_CHARS);
  const [ko, en] = [inLanguage('ko'), inLanguage('en')];
  return { ...(ko !== '' && { ko }), ...(en !== '' && { en }) };
}

/** End of validity of an element, in epoch milliseconds: its `validUntil`, but not after the end of its parent. */
const validUntilOf = (element: Element, parentValidUntil: number): number =>
  element.hasAttribute('validUntil')
    ? Math.min(timeAttribute(element, 'validUntil'), parentValidUntil)
    : parentValidUntil;

/**
 * The service provider in an EntityDescriptor. The result is empty for an invalid description, so that the other
 * service providers of the metadata stay usable.
 */
function usableEntityIn(element: Element, parentValidUntil: number): FederatedEntity[] {
  try {
    const descriptor = spDescriptor(element);
    if (!descriptor) return [];
    const validUntil = validUntilOf(descriptor, validUntilOf(element, parentValidUntil));
    return [{ metadata: spMetadataOf(element), names: displayNamesOf(descriptor), validUntil }];
  } catch (error) {
    if (error instanceof XmlError) return [];
    throw error;
  }
}

function entitiesIn(element: Element, parentValidUntil: number): readonly FederatedEntity[] {
  if (element.namespaceURI !== NS.metadata) return [];
  if (element.localName === 'EntityDescriptor') return usableEntityIn(element, parentValidUntil);
  if (element.localName !== 'EntitiesDescriptor') return [];
  const validUntil = validUntilOf(element, parentValidUntil);
  return childElements(element).flatMap((child) => entitiesIn(child, validUntil));
}

/**
 * Reads the metadata of a federation: an EntitiesDescriptor or one EntityDescriptor (SAML Metadata, 2.3). The caller
 * has already checked the signature. `validUntil` is required, because otherwise signed metadata could be replayed
 * forever.
 * @throws XmlError that names the missing or invalid part
 */
export function aggregateOf(root: Element): Aggregate {
  if (root.namespaceURI !== NS.metadata || !/^Entit(y|ies)Descriptor$/.test(root.localName ?? '')) {
    throw new XmlError('it is neither an EntitiesDescriptor nor an EntityDescriptor');
  }
  if (!root.hasAttribute('validUntil')) throw new XmlError('validUntil is missing');
  const validUntil = timeAttribute(root, 'validUntil');
  return {
    entities: entitiesIn(root, validUntil),
    validUntil,
    cacheMs: durationAttribute(root, 'cacheDuration'),
  };
}
