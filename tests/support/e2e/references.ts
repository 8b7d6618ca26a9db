/** Runs in the page, so it uses nothing of this module. @returns duplicate ids, and references to ids that do not exist */
export function brokenReferences(): readonly string[] {
  const REFERRING =
    'for form list headers aria-labelledby aria-describedby aria-errormessage aria-details aria-controls aria-owns aria-flowto aria-activedescendant';
  const nameOf = ({ tagName, textContent }: Element): string =>
    `${tagName.toLowerCase()} "${textContent?.trim().slice(0, 40) ?? ''}"`;
  const ids = new Set<string>();
  const problems: string[] = [];
  for (const element of document.querySelectorAll('[id]')) {
    if (ids.has(element.id)) problems.push(`${nameOf(element)} has a duplicate id`);
    ids.add(element.id);
  }
  for (const attribute of REFERRING.split(' ')) {
    for (const element of document.querySelectorAll(`[${attribute}]`)) {
      const named = element.getAttribute(attribute)?.split(/\s+/) ?? [];
      if (named.some((id) => !ids.has(id)))
        problems.push(`${attribute} of ${nameOf(element)} refers to a missing id`);
    }
  }
  return problems;
}

/** Runs in the page. @returns the markup without texts and with React's ids numbered, to compare two renderings */
export function markupWithoutTexts(root: Element = document.body): string {
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
