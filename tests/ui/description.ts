/** The accessible description of an element: the texts that its `aria-describedby` names, in that order. */
export function description(element: Element): string {
  const ids = element.getAttribute('aria-describedby')?.split(' ') ?? [];
  return ids
    .map((id) => {
      const text = document.getElementById(id)?.textContent;
      if (!text) throw new Error(`aria-describedby names "${id}", which is missing or empty`);
      return text;
    })
    .join(' ');
}
