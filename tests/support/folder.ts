import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, onTestFinished, TestRunner } from 'vitest';

/**
 * Creates a temporary folder. A folder that a test creates is removed after the test; a folder that is created at the top
 * of a file or group is removed after the tests of that file or group. Not for `beforeAll`.
 */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'munjigi-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  if (TestRunner.getCurrentTest()) onTestFinished(remove);
  else afterAll(remove);
  return folder;
}

/** Writes the page of a portal without content into a folder, so that a server can serve the folder. */
export const writeEmptyPage = (folder: string): void =>
  writeFileSync(join(folder, 'index.html'), '<!doctype html><html><head></head><body></body></html>');
