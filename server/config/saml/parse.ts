import { DOMParser } from '@xmldom/xmldom';

/** A document contains XML that {@link parseXml} does not accept, or lacks a required element or attribute. */
export class XmlError extends Error {
  override readonly name = 'XmlError';
}

/** Default maximum length of a document in characters. */
export const MAX_XML_CHARS = 100_000;

/** Maximum number of levels of nested elements below the root. */
const MAX_DEPTH = 40;

/** `nodeType` of an element (DOM). */
const ELEMENT_NODE = 1;

const XML_DECLARATION = /^\s*<\?xml\s[^?<>]*\?>/;

function rejectOtherMarkup(body: string): void {
  if (body.includes('<!')) throw new XmlError('a document type, entity, comment or CDATA is not accepted');
  if (body.includes('<?')) throw new XmlError('a processing instruction is not accepted');
}

function rejectUnknownEntities(body: string): void {
  for (const [entity] of body.matchAll(/&[^;<&]{0,12};?/g)) {
    if (!/^&(amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-f]{1,6});$/i.test(entity)) {
      throw new XmlError('an entity is not one of the five predefined entities of XML');
    }
  }
}

function allElementsIn(root: Element): readonly Element[] {
  let elements: readonly Element[] = [];
  let currentLevel: readonly Element[] = [root];
  for (let depth = 0; currentLevel.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) throw new XmlError(`elements are nested more than ${MAX_DEPTH} deep`);
    elements = elements.concat(currentLevel);
    currentLevel = currentLevel.flatMap(childElements);
  }
  return elements;
}

function rejectDuplicateIds(elements: readonly Element[]): void {
  const ids = elements.flatMap((element) =>
    ['ID', 'Id', 'id', 'xml:id'].flatMap((name) => element.getAttribute(name) || []),
  );
  if (new Set(ids).size < ids.length) throw new XmlError('an ID is used twice');
}

/** The child elements of an element, without texts between them. */
export const childElements = (element: Element): readonly Element[] =>
  Array.from(element.childNodes).filter((node): node is Element => node.nodeType === ELEMENT_NODE);

/**
 * Parses a document of elements, attributes and text, and returns its root. Constructs that two parsers could interpret
 * differently are rejected: document types with their entities, comments, CDATA, processing instructions, duplicate
 * IDs.
 * @param maxChars maximum length in characters
 * @throws XmlError when the document is not accepted
 */
export function parseXml(text: string, maxChars = MAX_XML_CHARS): Element {
  if (text.length > maxChars) throw new XmlError(`it is longer than ${maxChars} characters`);
  const body = text
    .replace(/^\uFEFF/, '')
    .replace(XML_DECLARATION, '')
    .trim();
  rejectOtherMarkup(body);
  rejectUnknownEntities(body);
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
  rejectDuplicateIds(allElementsIn(root));
  return root;
}
