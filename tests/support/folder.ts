import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, onTestFinished, TestRunner } from 'vitest';

/** A new folder, removed after the test; at the top of a file or group, after its tests. Not for `beforeAll`. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'munjigi-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  if (TestRunner.getCurrentTest()) onTestFinished(remove);
  else afterAll(remove);
  return folder;
}
