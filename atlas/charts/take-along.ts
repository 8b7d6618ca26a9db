import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildAtlas } from '#atlas/build/pages.ts';
import type { Project } from '#atlas/config.ts';
import { type NamedSvg, printCharts, withBrowser } from './print.ts';
import { printedFlows, printWalkthroughs } from './walkthroughs.ts';

/**
 * Writes charts as PDF and PNG, and the walkthroughs of flows as PDF.
 * @param named the flows; all where none is named
 * @returns how many of each there are
 * @throws when no Chromium is found
 */
export async function takeAlong(
  project: Project,
  folder: string,
  charts: readonly NamedSvg[],
  named: readonly string[],
): Promise<{ readonly charts: number; readonly walkthroughs: number }> {
  const atlas = mkdtempSync(join(tmpdir(), 'munjigi-atlas-'));
  try {
    await buildAtlas(project, atlas, null);
    return await withBrowser(project, async (browser) => {
      await printCharts(await browser.newPage(), folder, charts);
      const files = await printWalkthroughs(
        await browser.newPage(),
        atlas,
        folder,
        printedFlows(atlas, named),
      );
      return { charts: charts.length, walkthroughs: files.length };
    });
  } finally {
    rmSync(atlas, { recursive: true });
  }
}
