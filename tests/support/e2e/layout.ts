import { expect, type Page } from '@playwright/test';

/** Measurements of a page in its window. */
export type Layout = {
  /** The number of CSS pixels by which the page scrolls sideways. */
  readonly overflow: number;
  /** The width of the card minus its intended width, in CSS pixels. */
  readonly cardWidthError: number;
  /** Controls that are too low for a thumb. */
  readonly smallTargets: readonly string[];
};

/** The layout of a page that does not scroll sideways, whose card has the right width and whose targets are high enough. */
export const GOOD_LAYOUT: Layout = { overflow: 0, cardWidthError: 0, smallTargets: [] };

/** Measures the page. Runs on the page, so it can use nothing of this module. */
export function measureLayout(): Layout {
  // In CSS pixels.
  const minTargetHeight = 44;
  const maxCardWidth = 432;
  const minMargin = 20;
  const { scrollWidth, clientWidth } = document.documentElement;
  const card = document.querySelector('main h1')?.parentElement?.parentElement?.getBoundingClientRect();
  const targets = document.querySelectorAll(
    'button, a, label:has(> input), input:not([aria-hidden], [type=checkbox], [type=radio])',
  );
  const smallTargets = [...targets].filter((target) => {
    const { width, height } = target.getBoundingClientRect();
    return target.checkVisibility({ visibilityProperty: true }) && width > 0 && height < minTargetHeight;
  });
  return {
    overflow: scrollWidth - clientWidth,
    cardWidthError: (card?.width ?? 0) - Math.min(window.innerWidth - 2 * minMargin, maxCardWidth),
    smallTargets: smallTargets.map(({ outerHTML }) => outerHTML),
  };
}

/**
 * Expects a good layout. Elements may still move after a change, so the page is measured until the layout is good.
 * @param timeout in milliseconds; the default is the timeout of every expectation
 */
export const expectGoodLayout = (page: Page, timeout?: number): Promise<void> =>
  expect
    .poll(() => page.evaluate(measureLayout), timeout === undefined ? {} : { timeout })
    .toEqual(GOOD_LAYOUT);

/**
 * The texts of primary controls that are below the fold. Primary controls are the primary action and the first six tiles
 * of the chooser. Runs on the page, so it can use nothing of this module.
 */
export function belowTheFold(): readonly string[] {
  const root = document.querySelector('dialog[open]') ?? document.querySelector('main');
  // A message above the tiles pushes some of them down.
  const tileCount = root?.querySelector('[data-tone]') ? 2 : 6;
  const actions = [...(root?.querySelectorAll('[data-kind=primary]') ?? [])].slice(0, 1);
  const choices = [...(root?.querySelectorAll('li') ?? [])]
    .slice(0, tileCount)
    .flatMap((item) => [...item.querySelectorAll('[data-state]')]);
  return [...actions, ...choices]
    .filter((control) => control.getBoundingClientRect().bottom + window.scrollY > window.innerHeight)
    .map(({ textContent }) => textContent);
}
