import { children, XmlError } from './parse.ts';

/** Child elements with a name. */
export const childrenNamed = (parent: Element, namespace: string, name: string): readonly Element[] =>
  children(parent).filter((child) => child.namespaceURI === namespace && child.localName === name);

/**
 * The only child element with a name; null when there is none.
 * @throws XmlError when there are several.
 */
export function childNamed(parent: Element, namespace: string, name: string): Element | null {
  const [first = null, ...others] = childrenNamed(parent, namespace, name);
  if (others.length > 0) throw new XmlError(`${name} occurs more than once in ${parent.localName}`);
  return first;
}

/** The text of an element that contains nothing else; empty for no element. */
export function textOf(element: Element | null): string {
  if (!element) return '';
  if (children(element).length > 0) throw new XmlError(`${element.localName} contains more than text`);
  return (element.textContent ?? '').trim();
}

/** The value of an attribute; null when it is absent. */
export const attribute = (element: Element, name: string): string | null =>
  element.hasAttribute(name) ? element.getAttribute(name) : null;

/**
 * The value of an attribute of type xs:boolean; false when it is absent.
 * @throws XmlError for any other value.
 */
export function flag(element: Element, name: string): boolean {
  const value = attribute(element, name)?.trim() ?? 'false';
  if (value === 'true' || value === '1') return true;
  if (value === 'false' || value === '0') return false;
  throw new XmlError(`${name} is neither true nor false`);
}

const DURATION =
  /^P(?!$)(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)D)?(?:T(?=\d)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/;

/** Milliseconds of years (365 days), months (30 days), days, hours, minutes and seconds. */
const UNITS = [365 * 86_400_000, 30 * 86_400_000, 86_400_000, 3_600_000, 60_000, 1000] as const;

/**
 * Milliseconds of an attribute of type xs:duration; null when it is absent.
 * @throws XmlError for any other value.
 */
export function duration(element: Element, name: string): number | null {
  const value = attribute(element, name);
  if (value === null) return null;
  const match = DURATION.exec(value);
  if (!match) throw new XmlError(`${name} is not a duration`);
  return UNITS.reduce((sum, unit, index) => sum + Number(match[index + 1] ?? 0) * unit, 0);
}

/**
 * Epoch milliseconds of an attribute of type xs:dateTime in UTC.
 * @throws XmlError when it is absent or anything else (SAML Core, 1.3.3).
 */
export function instant(element: Element, name: string): number {
  const value = attribute(element, name) ?? '';
  const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$/.test(value) ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(time)) throw new XmlError(`${name} is not a time in UTC`);
  return time;
}
