import { childElements, XmlError } from './parse.ts';

/** The child elements with a namespace and local name. */
export const childrenNamed = (parent: Element, namespace: string, name: string): readonly Element[] =>
  childElements(parent).filter((child) => child.namespaceURI === namespace && child.localName === name);

/**
 * The only child element with a namespace and local name; null when there is no such child.
 * @throws XmlError when there are several such children
 */
export function childNamed(parent: Element, namespace: string, name: string): Element | null {
  const [child = null, ...duplicates] = childrenNamed(parent, namespace, name);
  if (duplicates.length > 0) throw new XmlError(`${name} occurs more than once in ${parent.localName}`);
  return child;
}

/**
 * The text of an element; empty for null.
 * @throws XmlError when the element has child elements
 */
export function elementText(element: Element | null): string {
  if (!element) return '';
  if (childElements(element).length > 0) throw new XmlError(`${element.localName} contains more than text`);
  return (element.textContent ?? '').trim();
}

/** The value of an attribute; null when it is absent. */
export const attribute = (element: Element, name: string): string | null =>
  element.hasAttribute(name) ? element.getAttribute(name) : null;

/**
 * The value of an attribute of type xs:boolean; false when it is absent.
 * @throws XmlError for any other value
 */
export function booleanAttribute(element: Element, name: string): boolean {
  const value = attribute(element, name)?.trim() ?? 'false';
  if (value === 'true' || value === '1') return true;
  if (value === 'false' || value === '0') return false;
  throw new XmlError(`${name} is neither true nor false`);
}

/** A value of type xs:duration, with a group for each unit. */
const DURATION =
  /^P(?!$)(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)D)?(?:T(?=\d)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/;

/**
 * Milliseconds of the units in the groups of {@link DURATION}: years (365 days), months (30 days), days, hours, minutes
 * and seconds.
 */
const UNIT_MS = [365 * 86_400_000, 30 * 86_400_000, 86_400_000, 3_600_000, 60_000, 1000] as const;

/**
 * The value of an attribute of type xs:duration in milliseconds; null when it is absent.
 * @throws XmlError for any other value
 */
export function durationAttribute(element: Element, name: string): number | null {
  const value = attribute(element, name);
  if (value === null) return null;
  const match = DURATION.exec(value);
  if (!match) throw new XmlError(`${name} is not a duration`);
  return UNIT_MS.reduce((sum, unitMs, index) => sum + Number(match[index + 1] ?? 0) * unitMs, 0);
}

const UTC_DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$/;

/**
 * The value of an attribute of type xs:dateTime in epoch milliseconds.
 * @throws XmlError when it is absent, malformed or not in UTC (SAML Core, 1.3.3)
 */
export function timeAttribute(element: Element, name: string): number {
  const value = attribute(element, name) ?? '';
  const time = UTC_DATE_TIME.test(value) ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(time)) throw new XmlError(`${name} is not a time in UTC`);
  return time;
}
