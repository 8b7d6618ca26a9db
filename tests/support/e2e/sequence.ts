/**
 * Finds texts, fields and named drawings whose order in the markup differs from their order on the screen
 * (WCAG 2.2, 1.3.2), and texts, fields and drawings that overlap (KWCAG 2.2, 5.4.4). Runs on the page, so it can use
 * nothing of this module.
 */
export function outOfSequence(): readonly string[] {
  type Piece = { readonly label: string; readonly box: DOMRect; readonly lines: readonly DOMRect[] };
  // The boxes of two lines may overlap slightly, since they include the leading.
  const toleranceInPixels = 4;
  const isShown = (element: Element): boolean => {
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false;
    if (element.closest('script, style, select *, [aria-hidden=true]')) return false;
    for (let ancestor: Element | null = element; ancestor; ancestor = ancestor.parentElement) {
      if (getComputedStyle(ancestor).clipPath !== 'none') return false;
    }
    return true;
  };
  const root = document.querySelector('dialog[open]') ?? document.body;
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  const pieces: Piece[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const nodeElement = node instanceof Element ? node : null;
    const element = nodeElement ?? node.parentElement;
    if (!element || !isShown(element)) continue;
    if (nodeElement ? !nodeElement.matches('input, select, [role=img]') : !node.textContent?.trim()) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const outer = (nodeElement ?? range).getBoundingClientRect();
    // A control at the end of a field covers its padding, not the typed text.
    const padding = nodeElement?.matches('input')
      ? Number.parseFloat(getComputedStyle(nodeElement).paddingInlineEnd)
      : 0;
    const box = new DOMRect(outer.x, outer.y, outer.width - padding, outer.height);
    const lines = nodeElement ? [box] : [...range.getClientRects()];
    const label = nodeElement ? nodeElement.outerHTML.slice(0, 120) : (node.textContent ?? '');
    if (box.width > 1) pieces.push({ label, box, lines });
  }
  const doOverlap = (one: DOMRect, other: DOMRect): boolean =>
    Math.min(one.right, other.right) - Math.max(one.left, other.left) > toleranceInPixels &&
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > toleranceInPixels;
  return pieces.flatMap(({ label, box, lines }, index) => {
    const before = pieces[index - 1];
    if (!before) return [];
    const lastLineBefore = before.lines.at(-1) ?? before.box;
    const firstLine = lines[0] ?? box;
    const isBelow = firstLine.top >= lastLineBefore.bottom - toleranceInPixels;
    const isToTheRight = firstLine.left >= lastLineBefore.right - toleranceInPixels;
    const covered = pieces
      .slice(0, index)
      .filter((each) => each.lines.some((a) => lines.some((b) => doOverlap(a, b))));
    return [
      ...(isBelow || isToTheRight ? [] : [`"${label}" is read after "${before.label}" and shown before it`]),
      ...covered.map((each) => `"${label}" overlaps "${each.label}"`),
    ];
  });
}
