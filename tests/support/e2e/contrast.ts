/** A part of a control with too little contrast. */
export type Pale = { readonly part: string; readonly ratio: number; readonly control: string };

/**
 * Finds what shows that something is a control, which state it is in and where the focus is, and has less contrast to
 * what lies around it than the 3:1 of WCAG 2.2, 1.4.11: borders or grounds of fields, boxes, buttons and tiles, marks in
 * boxes, drawings, and the outline of what has the focus. What cannot be used, and a control that is its text alone,
 * are excepted there. It runs on the page, so it knows nothing from here.
 */
export function paleOn(): readonly Pale[] {
  const least = 3;
  const canvas = document.createElement('canvas');
  canvas.width = 1;
  canvas.height = 1;
  const brush = canvas.getContext('2d', { willReadFrequently: true });
  if (!brush) throw new Error('There is no canvas');
  type Colour = readonly [red: number, green: number, blue: number];
  /** Colours one over the other, the lowest first. */
  const painted = (layers: readonly string[]): Colour => {
    brush.fillStyle = 'Canvas';
    brush.fillRect(0, 0, 1, 1);
    for (const layer of layers) {
      brush.fillStyle = layer;
      brush.fillRect(0, 0, 1, 1);
    }
    const [red = 0, green = 0, blue = 0] = brush.getImageData(0, 0, 1, 1).data;
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
      .map((layers) => luminanceOf(painted(layers)) + 0.05)
      .sort((a, b) => a - b);
    return light / dark;
  };
  const groundOf = (element: Element | null): readonly string[] => {
    const layers: string[] = [];
    for (let at = element; at; at = at.parentElement) {
      layers.unshift(getComputedStyle(at).backgroundColor);
      if (at.localName === 'dialog') break;
    }
    return layers;
  };
  const isUsable = (element: Element): boolean =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    !element.closest('[aria-hidden=true]:not(svg), [inert]') &&
    !element.matches(':disabled, [aria-disabled=true], :disabled *, [aria-disabled=true] *');
  const pale: Pale[] = [];
  const tell = (part: string, ratio: number, element: Element): void => {
    if (ratio < least) {
      pale.push({ part, ratio: Math.round(ratio * 100) / 100, control: element.outerHTML.slice(0, 200) });
    }
  };
  const bestOf = (ratios: readonly number[]): number => Math.max(0, ...ratios);

  for (const control of document.querySelectorAll('button, a[data-kind], input, select')) {
    if (!isUsable(control) || control.getBoundingClientRect().width < 2) continue;
    const label = control.matches('[type=radio], [type=checkbox]') ? control.closest('label') : null;
    const tile = control.matches('li [data-state]') ? control.parentElement : null;
    for (const box of [control, label, tile]) {
      if (!box) continue;
      const { borderTopWidth, borderTopStyle, borderTopColor, backgroundColor } = getComputedStyle(box);
      const around = groundOf(box.parentElement);
      const isFramed = Number.parseFloat(borderTopWidth) > 0 && borderTopStyle !== 'none';
      const frame = [...around, borderTopColor];
      const isPainted = painted(frame).join() !== painted(around).join();
      // A text without a frame is known by its words: only what has a frame, or is one, is known by it.
      if (!isFramed || (!isPainted && !control.matches('input, select'))) continue;
      tell('border', bestOf([ratioOf(frame, around), ratioOf([...around, backgroundColor], around)]), box);
    }
    // Where colours are forced the browser draws its own box.
    if (control.matches(':checked') && getComputedStyle(control).appearance === 'none') {
      const mark = getComputedStyle(control, '::before');
      const ground = groundOf(control);
      const isDrawn = Number.parseFloat(mark.borderBottomWidth) > 0;
      const marks = [mark.backgroundColor, ...(isDrawn ? [mark.borderBottomColor] : [])];
      tell('mark', bestOf(marks.map((colour) => ratioOf([...ground, colour], ground))), control);
    }
  }
  for (const drawing of document.querySelectorAll('main svg, dialog[open] svg, [data-tone] > svg')) {
    if (!isUsable(drawing) || drawing.querySelector('path, circle, rect') === null) continue;
    const ground = groundOf(drawing.parentElement);
    tell('drawing', ratioOf([...ground, getComputedStyle(drawing).color], ground), drawing);
  }
  const focused = document.activeElement;
  if (focused && focused !== document.body && !focused.matches('h1, h2, main, dialog, [tabindex="-1"]')) {
    const isOutlined = (element: Element): boolean => {
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
    };
    const ringed = [focused, focused.parentElement].find((element) => element && isOutlined(element));
    if (!ringed) tell('no outline', 0, focused);
    else {
      const { outlineColor, outlineOffset, outlineWidth } = getComputedStyle(ringed);
      const offset = Number.parseFloat(outlineOffset);
      const [inside, outside] = [groundOf(ringed), groundOf(ringed.parentElement)];
      if (offset < 0) tell('outline inside', ratioOf([...inside, outlineColor], inside), ringed);
      if (offset + Number.parseFloat(outlineWidth) > 0) {
        tell('outline', ratioOf([...outside, outlineColor], outside), ringed);
      }
    }
  }
  return pale;
}
