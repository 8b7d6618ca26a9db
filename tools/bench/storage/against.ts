import { existsSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ClusterConfig } from '#tools/cluster/config.ts';
import { startPortals } from '#tools/cluster/start.ts';
import { toolsFolderOf } from '#tools/source/program.ts';
import { outputOf } from '#tools/test/process.ts';
import { noCosts, signInBatch } from './calls.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');

/** Source text of a program that starts a portal, for commits without `tools/cluster/portal.ts`. */
const portalProgram = (
  toolsFolder: string,
): string => `import { startMunjigi } from '#${toolsFolder}/start/run.ts';
import { loadConfig } from '#server/config/load.ts';
const { PORT, DATA_DIR = '', SITE_DIR = '' } = process.env;
const config = loadConfig(process.env, { publicUrl: 'http://localhost', labOrigin: 'http://localhost' });
const address = { port: Number(PORT), labPort: 0, dataDir: DATA_DIR, siteDir: SITE_DIR };
const running = await startMunjigi({ config, ...address, fresh: false });
process.once('SIGTERM', () => {
  process.disconnect?.();
  void running.close();
});
process.send?.('ready');
`;

/** A configuration for a sign-in by password, with only the settings that every version of the portal has. */
function passwordConfig({ publicUrl, trustProxy, clients, accounts }: ClusterConfig): object {
  const people = accounts.map(({ userId, name, passwordHash }) => ({ userId, name, passwordHash }));
  const policies = [{ id: 'all', authType: 'other', methods: ['pw'] }];
  return { publicUrl, trustProxy, clients, policies, accounts: people };
}

/**
 * Checks out a commit into a new folder, which uses the currently installed packages.
 * @returns the program of a portal in this folder
 */
async function checkOut(ref: string): Promise<{ readonly entry: string; remove(): Promise<unknown> }> {
  const tree = join(mkdtempSync(join(tmpdir(), 'munjigi-against-')), 'tree');
  await outputOf('git', ['worktree', 'add', '--quiet', '--detach', tree, ref]);
  symlinkSync(join(ROOT, 'node_modules'), join(tree, 'node_modules'));
  const tools = toolsFolderOf(tree);
  const currentEntry = join(tree, tools, 'cluster', 'portal.ts');
  const entry = existsSync(currentEntry) ? currentEntry : join(tree, tools, 'portal-of-bench.ts');
  if (entry !== currentEntry) writeFileSync(entry, portalProgram(tools));
  return { entry, remove: () => outputOf('git', ['worktree', 'remove', '--force', tree]) };
}

/** Number of measured batches of sign-ins. */
const BATCHES = 150;

/** Number of accounts. */
const PEOPLE = 8;

/** Number of batches that are not measured, since V8 has not compiled the code yet. */
const WARM_UP_BATCHES = 30;

/**
 * Measures the calls of a sign-in on SQLite with a cheap password hash: batches at an earlier commit and at the current
 * sources, in turn.
 * @param ref revision of the earlier commit
 * @param fraction part of the full measurement; 1 takes a minute on an idle machine
 */
export async function measureAgainst(ref: string, fraction: number) {
  const tree = await checkOut(ref);
  const options = { engine: 'sqlite', portals: 1, people: PEOPLE, adaptConfig: passwordConfig } as const;
  const versions = [];
  try {
    for (const [name, entry] of [
      [ref, { entry: tree.entry }],
      ['now', {}],
    ] as const) {
      versions.push({ name, costs: noCosts(), portals: await startPortals({ ...options, ...entry }) });
    }
    for (let batch = -WARM_UP_BATCHES; batch < BATCHES * fraction; batch += 1) {
      // The order alternates, because the version that has been idle longer is slower in its first calls.
      for (const { costs, portals } of batch % 2 === 0 ? versions : versions.toReversed()) {
        await signInBatch(portals, PEOPLE, 1, batch < 0 ? noCosts() : costs);
      }
    }
    return versions.map(({ name, costs }) => ({ name, costs }));
  } finally {
    for (const { portals } of versions) await portals.close();
    await tree.remove();
  }
}
