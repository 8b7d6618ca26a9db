import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildAtlas } from '#atlas/build/pages.ts';
import type { Project } from '#atlas/config.ts';
import { type Printed, printSheets, withBrowser } from './print.ts';
import { printedFlows, printWalkthroughs } from './walkthroughs.ts';

/**
 * Writes sheets as PDF and PNG, and the walkthroughs of flows as PDF.
 * @param named the flows; all where none is named
 * @returns how many of each there are
 * @throws when no Chromium is found
 */
export async function takeAlong(
  project: Project,
  folder: string,
  sheets: readonly Printed[],
  named: readonly string[],
): Promise<{ readonly sheets: number; readonly walkthroughs: number }> {
  const atlas = mkdtempSync(join(tmpdir(), 'munjigi-atlas-'));
  try {
    await buildAtlas(project, atlas, null);
    return await withBrowser(project, async (browser) => {
      await printSheets(await browser.newPage(), folder, sheets);
      const files = await printWalkthroughs(
        await browser.newPage(),
        atlas,
        folder,
        printedFlows(atlas, named),
      );
      return { sheets: sheets.length, walkthroughs: files.length };
    });
  } finally {
    rmSync(atlas, { recursive: true });
  }
}
