import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import type { Project } from '#atlas/config.ts';

/** A chart with the name of its file. */
export type NamedSvg = { readonly name: string; readonly svg: string };

/** The outer size of an SVG, in pixels. */
function sizeOf(svg: string): { readonly width: number; readonly height: number } {
  const [, width = '0', height = '0'] = /^<svg[^>]* width="(\d+)" height="(\d+)"/.exec(svg) ?? [];
  return { width: Number(width), height: Number(height) };
}

/** Writes one chart as PDF and PNG, on a page of its size. */
async function print(page: Page, folder: string, { name, svg }: NamedSvg): Promise<void> {
  const { width, height } = sizeOf(svg);
  await page.setViewportSize({ width, height });
  await page.setContent(
    `<!doctype html><style>@page{size:${width}px ${height}px;margin:0}body{margin:0}svg{display:block}</style>${svg}`,
  );
  writeFileSync(
    join(folder, `${name}.pdf`),
    await page.pdf({ width: `${width}px`, height: `${height + 1}px`, printBackground: true }),
  );
  writeFileSync(join(folder, `${name}.png`), await page.screenshot({ clip: { x: 0, y: 0, width, height } }));
}

/**
 * Runs work in a Chromium and closes it afterwards.
 * @param launch how it is started; Playwright's default when absent
 * @throws when none is found
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

/** Writes charts as PDF and PNG, in the light colour scheme. */
export async function printCharts(page: Page, folder: string, charts: readonly NamedSvg[]): Promise<void> {
  mkdirSync(folder, { recursive: true });
  await page.emulateMedia({ colorScheme: 'light' });
  for (const chart of charts) await print(page, folder, chart);
}
