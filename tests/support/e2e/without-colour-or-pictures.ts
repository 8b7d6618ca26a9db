/** Runs on the page. @returns elements whose meaning only their colour shows: errors and tones without a text and a mark */
export function shownByColourAlone(): readonly string[] {
  const nameOf = (element: Element): string => element.outerHTML.slice(0, 80);
  const visible = (selector: string): readonly Element[] =>
    [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility());
  const hasMark = (element: Element): boolean => element.querySelector('svg')?.checkVisibility() === true;
  const tones = visible('[data-tone]').filter(
    (element) => !hasMark(element) || (element.textContent?.trim() ?? '') === '',
  );
  const invalid = visible('[aria-invalid=true]').filter((field) => {
    const descriptions = (field.getAttribute('aria-describedby') ?? '')
      .split(/\s+/)
      .flatMap((id) => document.getElementById(id) ?? []);
    return !descriptions.some(
      (element) => element.matches('[role=alert]') && element.textContent?.trim() && hasMark(element),
    );
  });
  return [
    ...tones.map((element) => `a tone without a text or a mark: ${nameOf(element)}`),
    ...invalid.map((field) => `an error without a text and a mark: ${nameOf(field)}`),
  ];
}

/** Runs on the page. @returns pictures that may contain text: all but the operator's logo and the QR code, which have names */
export function picturesOfText(): readonly string[] {
  const isKnown = (element: Element): boolean =>
    (element.tagName === 'IMG' && element.closest('header') !== null && element.getAttribute('alt') !== '') ||
    (element.tagName === 'CANVAS' && Boolean(element.getAttribute('aria-label')));
  const pictures = [
    ...document.querySelectorAll('img, canvas, picture, video, object, embed, iframe, svg text, svg image'),
  ];
  const painted = [...document.querySelectorAll('body, body *')].filter((element) =>
    ['', '::before', '::after'].some((part) => {
      const style = getComputedStyle(element, part);
      return [style.backgroundImage, style.content, style.maskImage].some((value) => value.includes('url('));
    }),
  );
  return [...pictures.filter((element) => !isKnown(element)), ...painted].map((element) =>
    element.outerHTML.slice(0, 80),
  );
}
