/** A part of a control with too little contrast. */
export type LowContrastPart = { readonly part: string; readonly ratio: number; readonly control: string };

/**
 * Finds parts of controls whose contrast to their surroundings is less than 3:1 (WCAG 2.2, 1.4.11): borders or
 * backgrounds of fields, boxes, buttons and tiles, check marks, drawings, and the outline of the focused element. Disabled
 * controls and controls that consist only of text are exempt. Runs on the page, so it can use nothing of this module.
 */
export function lowContrastParts(): readonly LowContrastPart[] {
  const minRatio = 3;
  const canvas = document.createElement('canvas');
  canvas.width = 1;
  canvas.height = 1;
  const canvasContext = canvas.getContext('2d', { willReadFrequently: true });
  if (!canvasContext) throw new Error('There is no canvas');
  type Colour = readonly [red: number, green: number, blue: number];
  /** The colour of several layers; the first layer is painted first. */
  const colourOf = (layers: readonly string[]): Colour => {
    canvasContext.fillStyle = 'Canvas';
    canvasContext.fillRect(0, 0, 1, 1);
    for (const layer of layers) {
      canvasContext.fillStyle = layer;
      canvasContext.fillRect(0, 0, 1, 1);
    }
    const [red = 0, green = 0, blue = 0] = canvasContext.getImageData(0, 0, 1, 1).data;
    return [red, green, blue];
  };
  const luminanceOf = (colour: Colour): number => {
    const [red = 0, green = 0, blue = 0] = colour.map((value) =>
      value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
    );
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const ratioOf = (one: readonly string[], other: readonly string[]): number => {
    const [dark = 0, light = 0] = [one, other]
      .map((layers) => luminanceOf(colourOf(layers)) + 0.05)
      .sort((a, b) => a - b);
    return light / dark;
  };
  const backgroundsOf = (element: Element | null): readonly string[] => {
    const layers: string[] = [];
    for (let ancestor = element; ancestor; ancestor = ancestor.parentElement) {
      layers.unshift(getComputedStyle(ancestor).backgroundColor);
      if (ancestor.localName === 'dialog') break;
    }
    return layers;
  };
  const isVisibleAndEnabled = (element: Element): boolean =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    !element.closest('[aria-hidden=true]:not(svg), [inert]') &&
    !element.matches(':disabled, [aria-disabled=true], :disabled *, [aria-disabled=true] *');
  const findings: LowContrastPart[] = [];
  const check = (part: string, ratio: number, element: Element): void => {
    if (ratio < minRatio) {
      findings.push({ part, ratio: Math.round(ratio * 100) / 100, control: element.outerHTML.slice(0, 200) });
    }
  };
  const maxRatioOf = (ratios: readonly number[]): number => Math.max(0, ...ratios);

  for (const control of document.querySelectorAll('button, a[data-kind], input, select')) {
    if (!isVisibleAndEnabled(control) || control.getBoundingClientRect().width < 2) continue;
    const label = control.matches('[type=radio], [type=checkbox]') ? control.closest('label') : null;
    const tile = control.matches('li [data-state]') ? control.parentElement : null;
    for (const box of [control, label, tile]) {
      if (!box) continue;
      const { borderTopWidth, borderTopStyle, borderTopColor, backgroundColor } = getComputedStyle(box);
      const surroundings = backgroundsOf(box.parentElement);
      const hasBorder = Number.parseFloat(borderTopWidth) > 0 && borderTopStyle !== 'none';
      const borderLayers = [...surroundings, borderTopColor];
      const isBorderVisible = colourOf(borderLayers).join() !== colourOf(surroundings).join();
      // A control without a visible border is recognised by its text.
      if (!hasBorder || (!isBorderVisible && !control.matches('input, select'))) continue;
      check(
        'border',
        maxRatioOf([
          ratioOf(borderLayers, surroundings),
          ratioOf([...surroundings, backgroundColor], surroundings),
        ]),
        box,
      );
    }
    // With forced colours the browser draws the box itself.
    if (control.matches(':checked') && getComputedStyle(control).appearance === 'none') {
      const mark = getComputedStyle(control, '::before');
      const backgrounds = backgroundsOf(control);
      const isDrawn = Number.parseFloat(mark.borderBottomWidth) > 0;
      const marks = [mark.backgroundColor, ...(isDrawn ? [mark.borderBottomColor] : [])];
      check(
        'mark',
        maxRatioOf(marks.map((colour) => ratioOf([...backgrounds, colour], backgrounds))),
        control,
      );
    }
  }
  for (const drawing of document.querySelectorAll('main svg, dialog[open] svg, [data-tone] > svg')) {
    if (!isVisibleAndEnabled(drawing) || drawing.querySelector('path, circle, rect') === null) continue;
    const backgrounds = backgroundsOf(drawing.parentElement);
    check('drawing', ratioOf([...backgrounds, getComputedStyle(drawing).color], backgrounds), drawing);
  }
  const focused = document.activeElement;
  if (focused && focused !== document.body && !focused.matches('h1, h2, main, dialog, [tabindex="-1"]')) {
    const isOutlined = (element: Element): boolean => {
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
    };
    const outlined = [focused, focused.parentElement].find((element) => element && isOutlined(element));
    if (!outlined) check('no outline', 0, focused);
    else {
      const { outlineColor, outlineOffset, outlineWidth } = getComputedStyle(outlined);
      const offset = Number.parseFloat(outlineOffset);
      const [inside, outside] = [backgroundsOf(outlined), backgroundsOf(outlined.parentElement)];
      if (offset < 0) check('outline inside', ratioOf([...inside, outlineColor], inside), outlined);
      if (offset + Number.parseFloat(outlineWidth) > 0) {
        check('outline', ratioOf([...outside, outlineColor], outside), outlined);
      }
    }
  }
  return findings;
}
