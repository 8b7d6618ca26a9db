/**
 * Words that are broken although a line of their block has room for them; before a bracket and behind a hyphen or a quotation a line may
 * end. It runs on the page, so it knows nothing from here.
 */
export function brokenWords(): readonly string[] {
  const roomOf = (element: Element): number => {
    const { display, paddingLeft, paddingRight } = getComputedStyle(element);
    if (display.startsWith('inline') && element.parentElement) return roomOf(element.parentElement);
    return element.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const broken: string[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const { parentElement } = node;
    if (!parentElement?.checkVisibility() || parentElement.closest('script, style, option')) continue;
    if (parentElement.getBoundingClientRect().width <= 1) continue;
    for (const found of (node.textContent ?? '').matchAll(/\(?[^\s(/@’-]+/g)) {
      const range = document.createRange();
      range.setStart(node, found.index);
      range.setEnd(node, found.index + found[0].length);
      const boxes = [...range.getClientRects()];
      const width = boxes.reduce((sum, box) => sum + box.width, 0);
      if (new Set(boxes.map(({ top }) => Math.round(top))).size > 1 && width < roomOf(parentElement))
        broken.push(found[0]);
    }
  }
  return broken;
}

/** Animations that ignore reduced motion. It runs on the page, so it knows nothing from here. */
export function movingOn(): readonly string[] {
  return document.getAnimations().flatMap(({ effect }) => {
    if (!(effect instanceof KeyframeEffect)) return [];
    const moves = effect.getKeyframes().flatMap((frame) => Object.keys(frame));
    const isMoving = moves.some((name) =>
      /transform|translate|rotate|scale|inset|top|left|margin/.test(name),
    );
    return isMoving ? [effect.target?.outerHTML.slice(0, 120) ?? ''] : [];
  });
}

/**
 * Controls that cannot be brought into the window, or of which a part is cut off there. It runs on the page, so it knows
 * nothing from here.
 */
export function outOfReach(): readonly string[] {
  const root = document.querySelector('dialog[open]') ?? document.body;
  return [...root.querySelectorAll('a[href], button, input, select')].flatMap((control) => {
    if (!control.checkVisibility({ visibilityProperty: true }) || control.matches('[aria-hidden=true]'))
      return [];
    control.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    const { left, right, top, bottom, width, height } = control.getBoundingClientRect();
    if (width <= 1) return [];
    const isIn =
      left >= -1 &&
      right <= innerWidth + 1 &&
      (height > innerHeight || (top >= -1 && bottom <= innerHeight + 1));
    return isIn ? [] : [control.outerHTML.slice(0, 120)];
  });
}
