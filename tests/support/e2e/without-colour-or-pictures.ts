/**
 * Finds elements whose meaning is shown only by their colour: errors and coloured messages that do not have both a
 * text and an icon. Runs on the page, so it can use nothing of this module.
 */
export function shownByColourAlone(): readonly string[] {
  const markupOf = (element: Element): string => element.outerHTML.slice(0, 80);
  const visible = (selector: string): readonly Element[] =>
    [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility());
  const hasIcon = (element: Element): boolean => element.querySelector('svg')?.checkVisibility() === true;
  const tones = visible('[data-tone]').filter(
    (element) => !hasIcon(element) || (element.textContent?.trim() ?? '') === '',
  );
  const invalid = visible('[aria-invalid=true]').filter((field) => {
    const descriptions = (field.getAttribute('aria-describedby') ?? '')
      .split(/\s+/)
      .flatMap((id) => document.getElementById(id) ?? []);
    return !descriptions.some(
      (element) => element.matches('[role=alert]') && element.textContent?.trim() && hasIcon(element),
    );
  });
  return [
    ...tones.map((element) => `a coloured message without both text and icon: ${markupOf(element)}`),
    ...invalid.map((field) => `an error without both text and icon: ${markupOf(field)}`),
  ];
}

/**
 * Finds pictures that may contain text: all pictures except the operator's logo and the QR code, which have names. Runs on
 * the page, so it can use nothing of this module.
 */
export function picturesOfText(): readonly string[] {
  const isLogoOrQrCode = (element: Element): boolean =>
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
  return [...pictures.filter((element) => !isLogoOrQrCode(element)), ...painted].map((element) =>
    element.outerHTML.slice(0, 80),
  );
}
