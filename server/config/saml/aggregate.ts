import { NS } from './names.ts';
import { children, XmlError } from './parse.ts';
import { attribute, childNamed, childrenNamed, duration, instant, textOf } from './read.ts';
import { type SpMetadata, spDescriptor, spMetadataOf } from './service-provider.ts';

/** A service provider that the metadata of a federation describes. */
export type FederatedEntity = {
  readonly metadata: SpMetadata;
  /** Its names in the languages of the portal, where the metadata tells them. */
  readonly names: { readonly ko?: string; readonly en?: string };
  /** Until when this description is good, in epoch milliseconds. */
  readonly validUntil: number;
};

/** What the metadata of a federation says. */
export type Aggregate = {
  readonly entities: readonly FederatedEntity[];
  /** Times in epoch milliseconds. */
  readonly validUntil: number;
  /** Milliseconds after which it should be read again; null when it is not said. */
  readonly cacheMs: number | null;
};

const MAX_NAME_CHARS = 100;

/** The names that people may read (SAML Metadata UI 1.0, 2.1.2). */
function namesOf(descriptor: Element): FederatedEntity['names'] {
  const extensions = childNamed(descriptor, NS.metadata, 'Extensions');
  const shown = extensions && childNamed(extensions, NS.ui, 'UIInfo');
  const names = shown ? childrenNamed(shown, NS.ui, 'DisplayName') : [];
  const inLanguage = (language: string): string =>
    textOf(names.find((name) => attribute(name, 'xml:lang')?.slice(0, 2).toLowerCase() === language) ?? null)
      .replaceAll(/[\p{Cc}\s]+/gu, ' ')
      .slice(0, MAX_NAME_CHARS);
  const [ko, en] = [inLanguage('ko'), inLanguage('en')];
  return { ...(ko !== '' && { ko }), ...(en !== '' && { en }) };
}

/** The earliest time at which the element or one that it stands in ends. */
const endOf = (element: Element, outer: number): number =>
  element.hasAttribute('validUntil') ? Math.min(instant(element, 'validUntil'), outer) : outer;

/** A service provider that cannot be used is left out: it must not keep the others away. */
function entityOf(element: Element, outer: number): FederatedEntity[] {
  try {
    const descriptor = spDescriptor(element);
    if (!descriptor) return [];
    const validUntil = endOf(descriptor, endOf(element, outer));
    return [{ metadata: spMetadataOf(element), names: namesOf(descriptor), validUntil }];
  } catch (error) {
    if (error instanceof XmlError) return [];
    throw error;
  }
}

function entitiesIn(element: Element, outer: number): readonly FederatedEntity[] {
  if (element.namespaceURI !== NS.metadata) return [];
  if (element.localName === 'EntityDescriptor') return entityOf(element, outer);
  if (element.localName !== 'EntitiesDescriptor') return [];
  const validUntil = endOf(element, outer);
  return children(element).flatMap((child) => entitiesIn(child, validUntil));
}

/**
 * Reads the metadata of a federation, whose signature is checked before: an EntitiesDescriptor with any number in it,
 * or one EntityDescriptor (SAML Metadata, 2.3). It has to say how long it is good: what is signed would be forever else.
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
