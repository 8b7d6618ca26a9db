/** Runs on the page, so it knows nothing from here. @returns ids that stand twice, and names of ids that are nowhere */
export function brokenReferences(): readonly string[] {
  const REFERRING =
    'for form list headers aria-labelledby aria-describedby aria-errormessage aria-details aria-controls aria-owns aria-flowto aria-activedescendant';
  const nameOf = ({ tagName, textContent }: Element): string =>
    `${tagName.toLowerCase()} "${textContent?.trim().slice(0, 40) ?? ''}"`;
  const ids = new Set<string>();
  const problems: string[] = [];
  for (const element of document.querySelectorAll('[id]')) {
    if (ids.has(element.id)) problems.push(`${nameOf(element)} has an id that stands twice`);
    ids.add(element.id);
  }
  for (const attribute of REFERRING.split(' ')) {
    for (const element of document.querySelectorAll(`[${attribute}]`)) {
      const named = element.getAttribute(attribute)?.split(/\s+/) ?? [];
      if (named.some((id) => !ids.has(id))) problems.push(`${attribute} of ${nameOf(element)} leads nowhere`);
    }
  }
  return problems;
}

/** Runs on the page. @returns the source of an element without its words: two that refer to their parts alike are the same */
export function shapeOf(root: Element = document.body): string {
  const places = new Map<string, number>();
  const placeOf = (id: string): string => {
    if (!places.has(id)) places.set(id, places.size);
    return `#${places.get(id)}`;
  };
  return root.innerHTML
    .replace(/>[^<]+|(?<= (href|value|aria-label)=")[^"]+/g, ([start]) => (start === '>' ? '>.' : '.'))
    .replace(/(?<= (id|for|form|list|headers|aria-(?!live|label=)[a-z]+)=")[^"]+/g, (ids) =>
      /_r_|«/.test(ids) ? ids.split(/\s+/).map(placeOf).join(' ') : ids,
    );
}
