import { pathToFileURL } from 'node:url';
import type { Page } from '@playwright/test';
import { screenAddress } from '#atlas/site/screen-address.ts';
import type { Language } from '#atlas/words/types.ts';
import type { Pair, Pictures } from './page.ts';
import type { ScreenPair } from './screen-pairs.ts';

/** The size of a phone, in pixels. */
const SIZE = { width: 360, height: 640 };

/** A page on which the screens of a built atlas are shown one after another. */
async function camera(newPage: () => Promise<Page>, folder: string | null) {
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
    const view = await page.screenshot({ type: 'jpeg', quality: 70, animations: 'disabled' });
    return `data:image/jpeg;base64,${view.toString('base64')}`;
  };
}

/**
 * Takes pictures of screens of two built atlases, in both languages, each as an address that holds it.
 * @param folders of the atlases; null for one that could not be built
 */
export async function takeScreenshots(
  newPage: () => Promise<Page>,
  folders: Pair<string>,
  shots: readonly ScreenPair[],
): Promise<Pictures['screens']> {
  const before = await camera(newPage, folders.before);
  const after = await camera(newPage, folders.after);
  const screens: Record<string, Record<Language, Pair<string>>> = {};
  for (const shot of shots) {
    const pair = async (language: Language): Promise<Pair<string>> => ({
      before: await before(shot.before, language),
      after: await after(shot.after, language),
    });
    screens[shot.state] = { ko: await pair('ko'), en: await pair('en') };
  }
  return screens;
}
