import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from '@playwright/test';
import { readAtlas } from '#atlas/build/revision.ts';
import type { Project } from '#atlas/config.ts';
import { LANGUAGES } from '#atlas/words/types.ts';

/** As wide as the text of an A4 page at 96 dpi, and so tall that the browser renders every frame: it skips those out of sight. */
const VIEWPORT = { width: 703, height: 60_000 };

/** The same as `@page` in the style of the atlas. */
const MARGIN = { top: '12mm', right: '12mm', bottom: '12mm', left: '12mm' };

/** Maximum time until all screens of a flow are shown, in milliseconds. */
const SHOW_TIMEOUT = 300_000;

/**
 * Runs work in a Chromium and closes it afterwards.
 * @param launch the launch options; Playwright's defaults when absent
 * @throws when no Chromium is found
 */
export async function withBrowser<Result>(
  { browser: launch }: Pick<Project, 'browser'>,
  run: (browser: Browser) => Promise<Result>,
): Promise<Result> {
  const { chromium } = await import('@playwright/test');
  const browser = await chromium.launch(await launch?.());
  try {
    return await run(browser);
  } finally {
    await browser.close();
  }
}

/** The flows of a built atlas that have screens. @param names of flows; empty for all */
export const printableFlows = (atlas: string, names: readonly string[]): readonly string[] => {
  const { states } = readAtlas(atlas).data;
  const flows = new Set(Object.keys(states).map((id) => id.split('.')[0] ?? id));
  return [...flows].filter((flow) => names.length === 0 || names.includes(flow)).toSorted();
};

/**
 * Prints flows as PDF, once in each language: outline, screens and transitions.
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
  page.setDefaultTimeout(SHOW_TIMEOUT);
  await page.setViewportSize(VIEWPORT);
  const index = pathToFileURL(join(atlas, 'index.html')).href;
  const files: string[] = [];
  for (const flow of flows) {
    for (const language of LANGUAGES) {
      await page.goto('about:blank');
      await page.goto(`${index}?lang=${language}#/${flow}?print=1`);
      await page.locator('.printed-flow').waitFor();
      await page.waitForFunction(() => !document.querySelector('.holder:not([data-fitted])'));
      const pdf = await page.pdf({ format: 'A4', margin: MARGIN, printBackground: true });
      const file = language === 'en' ? `${flow}.flow.pdf` : `${flow}.flow.${language}.pdf`;
      writeFileSync(join(folder, file), pdf);
      files.push(file);
    }
  }
  return files;
}
