import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** An empty folder for the device store of a lab. */
export function temporaryFolder() {
  const path = mkdtempSync(join(tmpdir(), 'munjigi-lab-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}
