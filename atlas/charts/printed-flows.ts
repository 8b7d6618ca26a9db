import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from '@playwright/test';
import { readBuiltAtlas } from '#atlas/build/revision.ts';
import type { Project } from '#atlas/config.ts';
import { LANGUAGES } from '#atlas/words/types.ts';

/**
 * The size of the browser's page. It is as wide as the text of an A4 page at 96 dpi, and very tall, because the browser does not
 * render frames that are out of sight.
 */
const VIEWPORT = { width: 703, height: 60_000 };

/** The margin of a printed page; the same as `@page` in the style sheet of the atlas. */
const PAGE_MARGIN = { top: '12mm', right: '12mm', bottom: '12mm', left: '12mm' };

/** Maximum time in which all screens of a flow must be shown, in milliseconds. */
const SCREENS_TIMEOUT_MS = 300_000;

/**
 * Calls `run` with a Chromium, and closes the Chromium afterwards.
 * @param project its `browser` returns launch options; the defaults of Playwright apply when it is absent
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

/**
 * The flows of a built atlas that have screens.
 * @param atlasFolder the folder of the built atlas
 * @param names the names of the requested flows; empty for all flows
 */
export const printableFlows = (atlasFolder: string, names: readonly string[]): readonly string[] => {
  const { states } = readBuiltAtlas(atlasFolder).data;
  const flows = new Set(Object.keys(states).map((id) => id.split('.')[0] ?? id));
  return [...flows].filter((flow) => names.length === 0 || names.includes(flow)).toSorted();
};

/**
 * Prints flows as PDF files, a file for each flow and language. A file contains the outline, the screens and the transitions.
 * @param atlasFolder the folder of the built atlas
 * @param folder the folder into which the files are written
 * @returns the names of the files
 */
export async function printFlows(
  page: Page,
  atlasFolder: string,
  folder: string,
  flows: readonly string[],
): Promise<readonly string[]> {
  mkdirSync(folder, { recursive: true });
  page.setDefaultTimeout(SCREENS_TIMEOUT_MS);
  await page.setViewportSize(VIEWPORT);
  const index = pathToFileURL(join(atlasFolder, 'index.html')).href;
  const files: string[] = [];
  for (const flow of flows) {
    for (const language of LANGUAGES) {
      await page.goto('about:blank');
      await page.goto(`${index}?lang=${language}#/${flow}?print=1`);
      await page.locator('.printed-flow').waitFor();
      await page.waitForFunction(() => !document.querySelector('.holder:not([data-fitted])'));
      const pdf = await page.pdf({ format: 'A4', margin: PAGE_MARGIN, printBackground: true });
      const file = language === 'en' ? `${flow}.flow.pdf` : `${flow}.flow.${language}.pdf`;
      writeFileSync(join(folder, file), pdf);
      files.push(file);
    }
  }
  return files;
}
