import { pathToFileURL } from 'node:url';
import type { Page } from '@playwright/test';
import type { AtlasData } from '#atlas/build/data.ts';
import { screenAddress } from '#atlas/site/screen-address.ts';
import type { Language } from '#atlas/words/types.ts';
import type { BeforeAndAfter, Report } from './report.ts';

/** A state with the moments that show it before and after the change. A moment is null when the state has no screen. */
export type ScreenPair = BeforeAndAfter<number | null> & { readonly state: string };

/** The screenshots of states in both languages as data URLs, by the ids of the states. */
export type Screenshots = Readonly<Record<string, Readonly<Record<Language, BeforeAndAfter<string | null>>>>>;

/** Maximum number of states whose screens are shown for a changed text. */
const MAX_STATES_OF_TEXT = 2;

/** Returns a function that finds the states whose screens show a text in one of the given atlases. */
export const createTextFinder =
  (atlases: readonly (AtlasData | null)[]) =>
  (text: string): readonly string[] => {
    const screens = atlases.flatMap((data) => Object.entries(data?.keys ?? {}));
    const states = screens.filter(([, keys]) => Object.hasOwn(keys, text)).map(([state]) => state);
    return [...new Set(states)].slice(0, MAX_STATES_OF_TEXT);
  };

/** The moment that shows a state: the moment of the variant with one of the given texts, or the moment of the first variant. */
function momentOf({ states, keys }: AtlasData, state: string, texts: readonly string[]): number | null {
  const variants = states[state]?.variants ?? [];
  const idWithText = texts.map((text) => keys[state]?.[text]).find((variantId) => variantId !== undefined);
  return (variants.find(({ id }) => id === idWithText) ?? variants[0])?.moment ?? null;
}

/** The states in a report that have a screen before or after the change. */
export function screenPairs(
  { sections }: Report,
  before: AtlasData | null,
  after: AtlasData | null,
): readonly ScreenPair[] {
  const lines = sections.flatMap((section) => section.lines);
  return [...new Set(lines.flatMap(({ states }) => states))]
    .map((state): ScreenPair => {
      const texts = lines
        .filter(({ kind, states }) => kind === 'text' && states.includes(state))
        .map(({ id }) => id.split(' ')[1] ?? '');
      const momentIn = (data: AtlasData | null) => data && momentOf(data, state, texts);
      return { state, before: momentIn(before), after: momentIn(after) };
    })
    .filter((pair) => pair.before !== null || pair.after !== null);
}

/** The size of a phone, in pixels. */
const PHONE_SIZE = { width: 360, height: 640 };

/** Opens a built atlas, and returns a function that takes screenshots of its screens. Without an atlas, the function returns null. */
async function openScreens(newPage: () => Promise<Page>, folder: string | null) {
  if (folder === null) return () => null;
  const page = await newPage();
  await page.setViewportSize(PHONE_SIZE);
  const base = `${pathToFileURL(folder).href}/`;
  return async (moment: number | null, language: Language): Promise<string | null> => {
    if (moment === null) return null;
    const address = new URL(screenAddress({ language, theme: 'light', moment }), base);
    if (page.url().startsWith(base)) await page.evaluate((hash) => location.assign(hash), address.hash);
    else await page.goto(address.href);
    await page.waitForFunction((hash) => document.documentElement.dataset['shown'] === hash, address.hash);
    const image = await page.screenshot({ type: 'jpeg', quality: 70, animations: 'disabled' });
    return `data:image/jpeg;base64,${image.toString('base64')}`;
  };
}

/**
 * Takes screenshots of states in two built atlases, in both languages.
 * @param folders the folders of the atlases; null for an atlas that could not be built
 */
export async function takeScreenshots(
  newPage: () => Promise<Page>,
  folders: BeforeAndAfter<string | null>,
  pairs: readonly ScreenPair[],
): Promise<Screenshots> {
  const takeBefore = await openScreens(newPage, folders.before);
  const takeAfter = await openScreens(newPage, folders.after);
  const screens: Record<string, Screenshots[string]> = {};
  for (const pair of pairs) {
    const takeBoth = async (language: Language) => ({
      before: await takeBefore(pair.before, language),
      after: await takeAfter(pair.after, language),
    });
    screens[pair.state] = { ko: await takeBoth('ko'), en: await takeBoth('en') };
  }
  return screens;
}
