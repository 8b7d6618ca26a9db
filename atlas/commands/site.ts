import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildAtlas } from '#atlas/build/pages.ts';
import type { Project } from '#atlas/config.ts';
import { readRecord } from '#atlas/coverage/record.ts';
import { readOptions } from '#atlas/usage.ts';

/** Builds the atlas of a project. */
export async function runSite(project: Project, args: readonly string[]): Promise<void> {
  readOptions('munjigi-atlas site', () => parseArgs({ args: [...args], options: {} }));
  const folder = join(project.root, project.site);
  const record = readRecord(join(project.root, project.coverage));
  const startedAt = performance.now();
  const states = await buildAtlas(project, folder, record);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(
    `The atlas with the screens of ${states} states, in ${seconds} s: open ${join(folder, 'index.html')}`,
  );
  console.log(
    record
      ? `With the coverage of the last test run (${record.recorded.join(', ')})`
      : 'No coverage is recorded',
  );
}
