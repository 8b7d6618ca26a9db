/**
 * Words with a line break inside, although the word fits into a line of its block. A line break is allowed before a
 * bracket, and after a hyphen or a quotation mark. Runs on the page, so it can use nothing of this module.
 */
export function brokenWords(): readonly string[] {
  const lineWidthOf = (element: Element): number => {
    const { display, paddingLeft, paddingRight } = getComputedStyle(element);
    if (display.startsWith('inline') && element.parentElement) return lineWidthOf(element.parentElement);
    return element.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const broken: string[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const { parentElement } = node;
    if (!parentElement?.checkVisibility() || parentElement.closest('script, style, option')) continue;
    if (parentElement.getBoundingClientRect().width <= 1) continue;
    for (const match of (node.textContent ?? '').matchAll(/\(?[^\s(/@’-]+/g)) {
      const range = document.createRange();
      range.setStart(node, match.index);
      range.setEnd(node, match.index + match[0].length);
      const boxes = [...range.getClientRects()];
      const width = boxes.reduce((sum, box) => sum + box.width, 0);
      if (new Set(boxes.map(({ top }) => Math.round(top))).size > 1 && width < lineWidthOf(parentElement))
        broken.push(match[0]);
    }
  }
  return broken;
}

/** The elements that an animation moves, which must not exist with reduced motion. Runs on the page, so it can use nothing of this module. */
export function unreducedAnimations(): readonly string[] {
  return document.getAnimations().flatMap(({ effect }) => {
    if (!(effect instanceof KeyframeEffect)) return [];
    const properties = effect.getKeyframes().flatMap((frame) => Object.keys(frame));
    const isMoving = properties.some((name) =>
      /transform|translate|rotate|scale|inset|top|left|margin/.test(name),
    );
    return isMoving ? [effect.target?.outerHTML.slice(0, 120) ?? ''] : [];
  });
}

/**
 * Controls that cannot be scrolled completely into the window. Runs on the page, so it can use nothing of this module.
 */
export function unreachableControls(): readonly string[] {
  const root = document.querySelector('dialog[open]') ?? document.body;
  return [...root.querySelectorAll('a[href], button, input, select')].flatMap((control) => {
    if (!control.checkVisibility({ visibilityProperty: true }) || control.matches('[aria-hidden=true]'))
      return [];
    control.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    const { left, right, top, bottom, width, height } = control.getBoundingClientRect();
    if (width <= 1) return [];
    const isInWindow =
      left >= -1 &&
      right <= innerWidth + 1 &&
      (height > innerHeight || (top >= -1 && bottom <= innerHeight + 1));
    return isInWindow ? [] : [control.outerHTML.slice(0, 120)];
  });
}
