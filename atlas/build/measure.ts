import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from '@playwright/test';

/** Measurements of an atlas: seconds and bytes. */
export type AtlasMeasurements = { readonly built: number; readonly opened: number; readonly size: number };

/** Limits on an idle machine. */
const MAX_VALUES: AtlasMeasurements = { built: 60, opened: 2, size: 6_000_000 };

/**
 * Seconds that a task takes on an idle machine.
 * @param clock elapsed seconds
 * @param processor seconds of processor time, on all cores together
 */
export const idleSeconds = (clock: number, processor: number): number => Math.min(clock, processor);

/** The bytes of all files of a folder. */
export const sizeOf = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);

/** The seconds from the address of an atlas on the disk to its first chart. */
export async function timeToOpen(page: Page, folder: string): Promise<number> {
  const begun = performance.now();
  await page.goto(pathToFileURL(join(folder, 'index.html')).href);
  await page.locator('.chart svg').first().waitFor();
  return (performance.now() - begun) / 1000;
}

/** A line for each value with its limit; `holds` unless one exceeds its limit. */
export function checkLimits(measured: AtlasMeasurements): {
  readonly lines: readonly string[];
  readonly isWithinLimits: boolean;
} {
  const { built, opened, size } = measured;
  return {
    lines: [
      `built in ${built.toFixed(1)} s (at most ${MAX_VALUES.built})`,
      `opened in ${opened.toFixed(1)} s (at most ${MAX_VALUES.opened})`,
      `${(size / 1e6).toFixed(1)} MB (at most ${MAX_VALUES.size / 1e6})`,
    ],
    isWithinLimits: built <= MAX_VALUES.built && opened <= MAX_VALUES.opened && size <= MAX_VALUES.size,
  };
}
