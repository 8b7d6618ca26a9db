import { mkdtempSync, rmSync } from 'node:fs';
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
