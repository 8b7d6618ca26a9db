import { pathToFileURL } from 'node:url';
import type { Page } from '@playwright/test';
import { screenAddress } from '#atlas/site/screen-address.ts';
import type { Language } from '#atlas/words/types.ts';
import type { DiffContent, Pair } from './page.ts';
import type { ScreenPair } from './screen-pairs.ts';

/** The size of a phone, in pixels. */
const SIZE = { width: 360, height: 640 };

/** Takes screenpairs of a built atlas on one page. */
async function screenpairsOf(newPage: () => Promise<Page>, folder: string | null) {
  if (folder === null) return () => null;
  const page = await newPage();
  await page.setViewportSize(SIZE);
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
 * Takes screenshots of two built atlases in both languages, as data URLs.
 * @param folders of the atlases; null for one that could not be built
 */
export async function takeScreenshots(
  newPage: () => Promise<Page>,
  folders: Pair<string>,
  pairs: readonly ScreenPair[],
): Promise<DiffContent['screens']> {
  const before = await screenpairsOf(newPage, folders.before);
  const after = await screenpairsOf(newPage, folders.after);
  const screens: Record<string, Record<Language, Pair<string>>> = {};
  for (const each of pairs) {
    const pair = async (language: Language): Promise<Pair<string>> => ({
      before: await before(each.before, language),
      after: await after(each.after, language),
    });
    screens[each.state] = { ko: await pair('ko'), en: await pair('en') };
  }
  return screens;
}
