/** Runs on the page, so it knows nothing from here. @returns what is told by its colour alone: errors and tones without a text and a mark */
export function byColourAlone(): readonly string[] {
  const nameOf = (element: Element): string => element.outerHTML.slice(0, 80);
  const seen = (selector: string): readonly Element[] =>
    [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility());
  const hasMark = (element: Element): boolean => element.querySelector('svg')?.checkVisibility() === true;
  const tones = seen('[data-tone]').filter(
    (element) => !hasMark(element) || (element.textContent?.trim() ?? '') === '',
  );
  const invalid = seen('[aria-invalid=true]').filter((field) => {
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

/** Runs on the page. @returns pictures that may hold text: all but the logo of the operator and the QR code, which have a name */
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
