import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from '@playwright/test';
import { readAtlas } from '#atlas/build/revision.ts';
import { LANGUAGES, type Language } from '#atlas/words/types.ts';

/** Wide enough for a row of phones, and so tall that a browser draws every screen: it need not draw what is out of sight. */
const VIEW = { width: 1000, height: 60_000 };

/** As the style of the atlas has it. */
const MARGIN = { top: '12mm', right: '12mm', bottom: '12mm', left: '12mm' };

/** How long a flow may take to show all its screens, in milliseconds. */
const PATIENCE = 300_000;

/** Waits until every screen of the page is shown. */
async function allShown(page: Page): Promise<void> {
  for (const element of await page.locator('iframe').elementHandles()) {
    const frame = await element.contentFrame();
    await frame?.waitForFunction(() => document.documentElement.dataset['shown'] !== undefined, undefined, {
      timeout: PATIENCE,
    });
  }
}

const fileOf = (flow: string, language: Language): string =>
  language === 'en' ? `${flow}.walkthrough.pdf` : `${flow}.walkthrough.ko.pdf`;

/** The flows of a built atlas that have a screen, of those that are named; of all where none is. */
export const printedFlows = (atlas: string, named: readonly string[]): readonly string[] => {
  const { states } = readAtlas(atlas).data;
  const flows = new Set(Object.keys(states).map((id) => id.split('.')[0] ?? id));
  return [...flows].filter((flow) => named.length === 0 || named.includes(flow)).toSorted();
};

/**
 * Prints flows as the atlas shows them to be printed: the chart, the screens, and what can happen in each state. Once in
 * each language.
 * @param atlas the folder of a built atlas
 * @returns the names of the files
 */
export async function printWalkthroughs(
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
      await page.goto(`${index}?lang=${language}#/${flow}?print=1`, { timeout: PATIENCE });
      await page.locator('.walkthrough').waitFor({ timeout: PATIENCE });
      await allShown(page);
      const pdf = await page.pdf({ format: 'A4', margin: MARGIN, printBackground: true });
      writeFileSync(join(folder, fileOf(flow, language)), pdf);
      files.push(fileOf(flow, language));
    }
  }
  return files;
}
