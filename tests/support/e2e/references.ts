/** Runs in the page, so it uses nothing of this module. @returns duplicate ids, and references to ids that do not exist */
export function brokenReferences(): readonly string[] {
  const REFERENCE_ATTRIBUTES =
    'for form list headers aria-labelledby aria-describedby aria-errormessage aria-details aria-controls aria-owns aria-flowto aria-activedescendant';
  const nameOf = ({ tagName, textContent }: Element): string =>
    `${tagName.toLowerCase()} "${textContent?.trim().slice(0, 40) ?? ''}"`;
  const ids = new Set<string>();
  const problems: string[] = [];
  for (const element of document.querySelectorAll('[id]')) {
    if (ids.has(element.id)) problems.push(`${nameOf(element)} has a duplicate id`);
    ids.add(element.id);
  }
  for (const attribute of REFERENCE_ATTRIBUTES.split(' ')) {
    for (const element of document.querySelectorAll(`[${attribute}]`)) {
      const referenced = element.getAttribute(attribute)?.split(/\s+/) ?? [];
      if (referenced.some((id) => !ids.has(id)))
        problems.push(`${attribute} of ${nameOf(element)} refers to a missing id`);
    }
  }
  return problems;
}

/** Runs in the page. @returns the markup without texts and with React's ids numbered, to compare two renderings */
export function markupWithoutTexts(root: Element = document.body): string {
  const numbers = new Map<string, number>();
  const numberOf = (id: string): string => {
    if (!numbers.has(id)) numbers.set(id, numbers.size);
    return `#${numbers.get(id)}`;
  };
  return root.innerHTML
    .replace(/>[^<]+|(?<= (href|value|aria-label)=")[^"]+/g, ([start]) => (start === '>' ? '>.' : '.'))
    .replace(/(?<= (id|for|form|list|headers|aria-(?!live|label=)[a-z]+)=")[^"]+/g, (ids) =>
      /_r_|«/.test(ids) ? ids.split(/\s+/).map(numberOf).join(' ') : ids,
    );
}
