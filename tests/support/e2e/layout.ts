import { expect, type Page } from '@playwright/test';

/** How a page stands in its window. */
export type Layout = {
  /** CSS pixels by which it scrolls sideways. */
  readonly overflow: number;
  /** How much wider or narrower the card is than it may be, in CSS pixels. */
  readonly misfit: number;
  /** Targets that a thumb misses. */
  readonly low: readonly string[];
};

/** Nothing scrolls sideways, the card is as wide as it may be, and each target is high enough. */
export const ROOMY: Layout = { overflow: 0, misfit: 0, low: [] };

/** Reads off a page how it stands. It runs on the page, so it knows nothing from here. */
export function layoutOf(): Layout {
  // Height of a target, widest card and what is left beside it at least, in CSS pixels.
  const [target, widest, margin] = [44, 432, 20];
  const { scrollWidth, clientWidth } = document.documentElement;
  const card = document.querySelector('main h1')?.parentElement?.parentElement?.getBoundingClientRect();
  const targets = document.querySelectorAll(
    'button, a, label:has(> input), input:not([aria-hidden], [type=checkbox], [type=radio])',
  );
  const low = [...targets].filter((each) => {
    const { width, height } = each.getBoundingClientRect();
    return each.checkVisibility({ visibilityProperty: true }) && width > 0 && height < target;
  });
  return {
    overflow: scrollWidth - clientWidth,
    misfit: (card?.width ?? 0) - Math.min(window.innerWidth - 2 * margin, widest),
    low: low.map(({ outerHTML }) => outerHTML),
  };
}

/**
 * Expects room on a page. Boxes move until it has come to rest, so they are read until they stand.
 * @param patience in milliseconds; that of every expectation unless told
 */
export const expectRoom = (page: Page, patience?: number): Promise<void> =>
  expect
    .poll(() => page.evaluate(layoutOf), patience === undefined ? {} : { timeout: patience })
    .toEqual(ROOMY);

/**
 * Primary controls below the fold: the primary action, the first six tiles of the chooser. It runs on the
 * page, so it knows nothing from here.
 */
export function belowTheFold(): readonly string[] {
  const place = document.querySelector('dialog[open]') ?? document.querySelector('main');
  // What has gone wrong or is asked for stands above the tiles, and pushes some of them down.
  const tiles = place?.querySelector('[data-tone]') ? 2 : 6;
  const actions = [...(place?.querySelectorAll('[data-kind=primary]') ?? [])].slice(0, 1);
  const choices = [...(place?.querySelectorAll('li') ?? [])]
    .slice(0, tiles)
    .flatMap((each) => [...each.querySelectorAll('[data-state]')]);
  return [...actions, ...choices]
    .filter((each) => each.getBoundingClientRect().bottom + window.scrollY > window.innerHeight)
    .map(({ textContent }) => textContent);
}
