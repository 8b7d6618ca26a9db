import { DOMParser } from '@xmldom/xmldom';

/** The text is no XML of the kind that SAML messages are made of. */
export class XmlError extends Error {
  override readonly name = 'XmlError';
}

/** Characters of the largest document that is read: requests are small, and metadata of one service too. */
export const MAX_XML_CHARS = 100_000;

const MAX_DEPTH = 40;
const DECLARATION = /^\s*<\?xml\s[^?<>]*\?>/;

function refuseMarkupBeyondElements(body: string): void {
  if (body.includes('<!')) throw new XmlError('a document type, entity, comment or CDATA is not taken');
  if (body.includes('<?')) throw new XmlError('a processing instruction is not taken');
}

function refuseUnknownEntities(body: string): void {
  for (const [entity] of body.matchAll(/&[^;<&]{0,12};?/g)) {
    if (!/^&(amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-f]{1,6});$/i.test(entity)) {
      throw new XmlError('an entity is not one of the five of XML');
    }
  }
}

function elementsOf(root: Element): readonly Element[] {
  let found: readonly Element[] = [];
  let level: readonly Element[] = [root];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) throw new XmlError(`elements are nested more than ${MAX_DEPTH} deep`);
    found = found.concat(level);
    level = level.flatMap(children);
  }
  return found;
}

function refuseRepeatedIds(elements: readonly Element[]): void {
  const ids = elements.flatMap((element) =>
    ['ID', 'Id', 'id', 'xml:id'].flatMap((name) => element.getAttribute(name) || []),
  );
  if (new Set(ids).size < ids.length) throw new XmlError('an ID is used twice');
}

/** The child elements. */
export const children = (element: Element): readonly Element[] =>
  Array.from(element.childNodes).filter((node): node is Element => node.nodeType === 1);

/**
 * Reads a document of elements, attributes and text alone, and answers its root. What could make two
 * readers understand different things is refused: document types with their entities, comments, CDATA,
 * processing instructions and repeated IDs.
 * @param maxChars characters of the largest document that is read
 * @throws XmlError
 */
export function parseXml(text: string, maxChars = MAX_XML_CHARS): Element {
  if (text.length > maxChars) throw new XmlError(`it is longer than ${maxChars} characters`);
  const body = text
    .replace(/^\uFEFF/, '')
    .replace(DECLARATION, '')
    .trim();
  refuseMarkupBeyondElements(body);
  refuseUnknownEntities(body);
  const parser = new DOMParser({
    errorHandler: (_level: string, message: unknown) => {
      throw new XmlError(`it is not well-formed: ${String(message).split('\n', 1)[0]}`);
    },
  });
  let document: Document | undefined;
  try {
    document = parser.parseFromString(body, 'text/xml');
  } catch (error) {
    throw error instanceof XmlError ? error : new XmlError('it is not well-formed');
  }
  const root = document?.documentElement;
  if (!root || document.childNodes.length !== 1) throw new XmlError('it has no single root');
  refuseRepeatedIds(elementsOf(root));
  return root;
}
