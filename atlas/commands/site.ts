import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildAtlas } from '#atlas/build/pages.ts';
import type { Project } from '#atlas/config.ts';
import { readOptions } from '#atlas/usage.ts';

/** Runs `munjigi-atlas site`: builds the atlas of a project. */
export async function runSite(project: Project, args: readonly string[]): Promise<void> {
  readOptions('munjigi-atlas site', () => parseArgs({ args: [...args], options: {} }));
  const folder = join(project.root, project.site);
  const startedAt = performance.now();
  const stateCount = await buildAtlas(project, folder);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  const { user, system } = process.cpuUsage();
  const processorTime = `${((user + system) / 1_000_000).toFixed(1)} s of processor time`;
  console.log(
    `Built the atlas${stateCount > 0 ? ` with the screens of ${stateCount} states` : ''} in ${seconds} s (${processorTime}). Open ${join(folder, 'index.html')}`,
  );
}
