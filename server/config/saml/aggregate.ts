import { NS } from './names.ts';
import { children, XmlError } from './parse.ts';
import { attribute, childNamed, childrenNamed, duration, instant, textOf } from './read.ts';
import { type SpMetadata, spDescriptor, spMetadataOf } from './service-provider.ts';

/** A service provider that the metadata of a federation describes. */
export type FederatedEntity = {
  readonly metadata: SpMetadata;
  /** Its display names in the languages of the portal, if the metadata has them. */
  readonly names: { readonly ko?: string; readonly en?: string };
  /** End of validity of this description, in epoch milliseconds. */
  readonly validUntil: number;
};

/** The metadata of a federation. */
export type Aggregate = {
  readonly entities: readonly FederatedEntity[];
  /** Epoch milliseconds. */
  readonly validUntil: number;
  /** Milliseconds after which it should be read again; null when the metadata has no `cacheDuration`. */
  readonly cacheMs: number | null;
};

const MAX_NAME_CHARS = 100;

/** The names that people may read (SAML Metadata UI 1.0, 2.1.2). */
function namesOf(descriptor: Element): FederatedEntity['names'] {
  const extensions = childNamed(descriptor, NS.metadata, 'Extensions');
  const uiInfo = extensions && childNamed(extensions, NS.ui, 'UIInfo');
  const names = uiInfo ? childrenNamed(uiInfo, NS.ui, 'DisplayName') : [];
  const inLanguage = (language: string): string =>
    textOf(names.find((name) => attribute(name, 'xml:lang')?.slice(0, 2).toLowerCase() === language) ?? null)
      .replaceAll(/[\p{Cc}\s]+/gu, ' ')
      .slice(0, MAX_NAME_CHARS);
  const [ko, en] = [inLanguage('ko'), inLanguage('en')];
  return { ...(ko !== '' && { ko }), ...(en !== '' && { en }) };
}

/** End of validity of an element in epoch milliseconds: its own end, at most the inherited one. */
const validUntilOf = (element: Element, inheritedValidUntil: number): number =>
  element.hasAttribute('validUntil')
    ? Math.min(instant(element, 'validUntil'), inheritedValidUntil)
    : inheritedValidUntil;

/** Skips an unusable service provider, so that the others stay usable. */
function entityOf(element: Element, inheritedValidUntil: number): FederatedEntity[] {
  try {
    const descriptor = spDescriptor(element);
    if (!descriptor) return [];
    const validUntil = validUntilOf(descriptor, validUntilOf(element, inheritedValidUntil));
    return [{ metadata: spMetadataOf(element), names: namesOf(descriptor), validUntil }];
  } catch (error) {
    if (error instanceof XmlError) return [];
    throw error;
  }
}

function entitiesIn(element: Element, inheritedValidUntil: number): readonly FederatedEntity[] {
  if (element.namespaceURI !== NS.metadata) return [];
  if (element.localName === 'EntityDescriptor') return entityOf(element, inheritedValidUntil);
  if (element.localName !== 'EntitiesDescriptor') return [];
  const validUntil = validUntilOf(element, inheritedValidUntil);
  return children(element).flatMap((child) => entitiesIn(child, validUntil));
}

/**
 * Reads the metadata of a federation, whose signature is checked before: an EntitiesDescriptor or one EntityDescriptor
 * (SAML Metadata, 2.3). `validUntil` is required, because signed metadata could be replayed forever without it.
 * @throws XmlError
 */
export function aggregateOf(root: Element): Aggregate {
  if (root.namespaceURI !== NS.metadata || !/^Entit(y|ies)Descriptor$/.test(root.localName ?? '')) {
    throw new XmlError('it is neither an EntitiesDescriptor nor an EntityDescriptor');
  }
  if (!root.hasAttribute('validUntil')) throw new XmlError('validUntil is missing');
  const validUntil = instant(root, 'validUntil');
  return { entities: entitiesIn(root, validUntil), validUntil, cacheMs: duration(root, 'cacheDuration') };
}
