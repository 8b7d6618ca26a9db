import { expect, type Page } from '@playwright/test';

/** Measurements of a page in its window. */
export type Layout = {
  /** By how many CSS pixels the page scrolls sideways. */
  readonly overflow: number;
  /** By how many CSS pixels the card is wider (or, negative, narrower) than it should be. */
  readonly cardMisfit: number;
  /** Controls that are too low for a thumb. */
  readonly smallTargets: readonly string[];
};

/** The layout of a page that does not scroll sideways, whose card has the right width and whose targets are high enough. */
export const GOOD_LAYOUT: Layout = { overflow: 0, cardMisfit: 0, smallTargets: [] };

/** Measures the page. Runs on the page, so it can use nothing of this module. */
export function layoutOf(): Layout {
  // In CSS pixels.
  const [minTargetHeight, maxCardWidth, minMargin] = [44, 432, 20];
  const { scrollWidth, clientWidth } = document.documentElement;
  const card = document.querySelector('main h1')?.parentElement?.parentElement?.getBoundingClientRect();
  const targets = document.querySelectorAll(
    'button, a, label:has(> input), input:not([aria-hidden], [type=checkbox], [type=radio])',
  );
  const smallTargets = [...targets].filter((each) => {
    const { width, height } = each.getBoundingClientRect();
    return each.checkVisibility({ visibilityProperty: true }) && width > 0 && height < minTargetHeight;
  });
  return {
    overflow: scrollWidth - clientWidth,
    cardMisfit: (card?.width ?? 0) - Math.min(window.innerWidth - 2 * minMargin, maxCardWidth),
    smallTargets: smallTargets.map(({ outerHTML }) => outerHTML),
  };
}

/**
 * Expects a good layout. Boxes may still move after a change, so the page is measured until they have come to rest.
 * @param timeout in milliseconds; by default that of every expectation
 */
export const expectGoodLayout = (page: Page, timeout?: number): Promise<void> =>
  expect.poll(() => page.evaluate(layoutOf), timeout === undefined ? {} : { timeout }).toEqual(GOOD_LAYOUT);

/**
 * The primary controls below the fold: of the primary action and the first six tiles of the chooser. Runs on the page,
 * so it can use nothing of this module.
 */
export function belowTheFold(): readonly string[] {
  const root = document.querySelector('dialog[open]') ?? document.querySelector('main');
  // A message above the tiles pushes some of them down.
  const tileCount = root?.querySelector('[data-tone]') ? 2 : 6;
  const actions = [...(root?.querySelectorAll('[data-kind=primary]') ?? [])].slice(0, 1);
  const choices = [...(root?.querySelectorAll('li') ?? [])]
    .slice(0, tileCount)
    .flatMap((each) => [...each.querySelectorAll('[data-state]')]);
  return [...actions, ...choices]
    .filter((each) => each.getBoundingClientRect().bottom + window.scrollY > window.innerHeight)
    .map(({ textContent }) => textContent);
}
