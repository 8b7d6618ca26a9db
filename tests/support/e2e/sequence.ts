/**
 * Finds what is not read in the order in which it is seen (WCAG 2.2, 1.3.2): a text, field or drawing with a name that
 * follows another one in the source and stands above or before it on the screen; and what cannot be told apart, because
 * two of them lie on each other (KWCAG 2.2, 5.4.4). It runs on the page, so it knows nothing from here.
 */
export function outOfSequence(): readonly string[] {
  type Piece = { readonly says: string; readonly box: DOMRect; readonly lines: readonly DOMRect[] };
  // Lines may overlap by their leading. In CSS pixels.
  const slack = 4;
  const isSeen = (element: Element): boolean => {
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false;
    if (element.closest('script, style, select *, [aria-hidden=true]')) return false;
    for (let at: Element | null = element; at; at = at.parentElement) {
      if (getComputedStyle(at).clipPath !== 'none') return false;
    }
    return true;
  };
  const root = document.querySelector('dialog[open]') ?? document.body;
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  const pieces: Piece[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const own = node instanceof Element ? node : null;
    const element = own ?? node.parentElement;
    if (!element || !isSeen(element)) continue;
    if (own ? !own.matches('input, select, [role=img]') : !node.textContent?.trim()) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const outer = (own ?? range).getBoundingClientRect();
    // What stands at the end of a field lies in its padding, not on what is typed.
    const padding = own?.matches('input') ? Number.parseFloat(getComputedStyle(own).paddingInlineEnd) : 0;
    const box = new DOMRect(outer.x, outer.y, outer.width - padding, outer.height);
    const lines = own ? [box] : [...range.getClientRects()];
    const says = own ? own.outerHTML.slice(0, 120) : (node.textContent ?? '');
    if (box.width > 1) pieces.push({ says, box, lines });
  }
  const isOn = (one: DOMRect, other: DOMRect): boolean =>
    Math.min(one.right, other.right) - Math.max(one.left, other.left) > slack &&
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > slack;
  return pieces.flatMap(({ says, box, lines }, index) => {
    const before = pieces[index - 1];
    if (!before) return [];
    const [last, first] = [before.lines.at(-1) ?? before.box, lines[0] ?? box];
    const isBelow = first.top >= last.bottom - slack;
    const isRight = first.left >= last.right - slack;
    const covered = pieces
      .slice(0, index)
      .filter((each) => each.lines.some((a) => lines.some((b) => isOn(a, b))));
    return [
      ...(isBelow || isRight ? [] : [`"${says}" is read after "${before.says}" and seen before it`]),
      ...covered.map((each) => `"${says}" lies on "${each.says}"`),
    ];
  });
}
