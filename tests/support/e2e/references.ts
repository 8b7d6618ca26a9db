/** Finds duplicate ids, and references to ids that do not exist. Runs on the page, so it can use nothing of this module. */
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

/**
 * The markup of an element without its texts, and with numbers in place of React's ids, so that two renderings can be
 * compared. Runs on the page, so it can use nothing of this module.
 */
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
