import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from '@playwright/test';
import { readAtlas } from '#atlas/build/revision.ts';
import { LANGUAGES, type Language } from '#atlas/words/types.ts';

/** As wide as the text of an A4 page at 96 dpi, and so tall that the browser renders every frame: it skips those out of sight. */
const VIEW = { width: 703, height: 60_000 };

/** The same as `@page` in the style of the atlas. */
const MARGIN = { top: '12mm', right: '12mm', bottom: '12mm', left: '12mm' };

/** Maximum time until all screens of a flow are shown, in milliseconds. */
const SHOW_TIMEOUT = 300_000;

/** Waits until every screen of the page is shown. */
async function waitForScreens(page: Page): Promise<void> {
  for (const element of await page.locator('iframe').elementHandles()) {
    const frame = await element.contentFrame();
    await frame?.waitForFunction(() => document.documentElement.dataset['shown'] !== undefined, undefined, {
      timeout: SHOW_TIMEOUT,
    });
  }
}

const fileOf = (flow: string, language: Language): string =>
  language === 'en' ? `${flow}.flow.pdf` : `${flow}.flow.ko.pdf`;

/** The flows of a built atlas that have screens. @param named only these, all where none is named */
export const printableFlows = (atlas: string, named: readonly string[]): readonly string[] => {
  const { states } = readAtlas(atlas).data;
  const flows = new Set(Object.keys(states).map((id) => id.split('.')[0] ?? id));
  return [...flows].filter((flow) => named.length === 0 || named.includes(flow)).toSorted();
};

/**
 * Prints flows as PDF, once in each language: chart, screens and transitions.
 * @param atlas the folder of a built atlas
 * @returns the names of the files
 */
export async function printFlows(
  page: Page,
  atlas: string,
  folder: string,
  flows: readonly string[],
): Promise<readonly string[]> {
  mkdirSync(folder, { recursive: true });
  await page.setViewportSize(VIEW);
  const index = pathToFileURL(join(atlas, 'index.html')).href;
  const files: string[] = [];
  for (const flow of flows) {
    for (const language of LANGUAGES) {
      await page.goto('about:blank');
      await page.goto(`${index}?lang=${language}#/${flow}?print=1`, { timeout: SHOW_TIMEOUT });
      await page.locator('.printed-flow').waitFor({ timeout: SHOW_TIMEOUT });
      await waitForScreens(page);
      const pdf = await page.pdf({ format: 'A4', margin: MARGIN, printBackground: true });
      writeFileSync(join(folder, fileOf(flow, language)), pdf);
      files.push(fileOf(flow, language));
    }
  }
  return files;
}
