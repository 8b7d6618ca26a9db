import { existsSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ClusterConfig } from '#tools/cluster/config.ts';
import { startPortals } from '#tools/cluster/start.ts';
import { toolsFolderOf } from '#tools/source/program.ts';
import { outputOf } from '#tools/test/process.ts';
import { noCosts, signInBatch } from './calls.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');

/** Source of an entry that starts the portal of a commit which lacks one; written into its tree. */
const entryIn = (toolsFolder: string): string => `import { startMunjigi } from '#${toolsFolder}/start/run.ts';
import { loadConfig } from '#server/config/load.ts';
const { PORT, DATA_DIR = '', SITE_DIR = '' } = process.env;
const config = loadConfig(process.env, { publicUrl: 'http://localhost', labOrigin: 'http://localhost' });
const where = { port: Number(PORT), labPort: 0, dataDir: DATA_DIR, siteDir: SITE_DIR };
const running = await startMunjigi({ config, ...where, fresh: false });
process.once('SIGTERM', () => {
  process.disconnect?.();
  void running.close();
});
process.send?.('ready');
`;

/** The configuration for a sign-in by password, in settings that every version knows. */
function passwordConfig({ publicUrl, trustProxy, clients, accounts }: ClusterConfig): object {
  const people = accounts.map(({ userId, name, passwordHash }) => ({ userId, name, passwordHash }));
  const policies = [{ id: 'all', authType: 'other', methods: ['pw'] }];
  return { publicUrl, trustProxy, clients, policies, accounts: people };
}

/** Checks out a commit as a worktree that uses the installed packages of this one. */
async function checkOut(ref: string): Promise<{ readonly entry: string; remove(): Promise<unknown> }> {
  const tree = join(mkdtempSync(join(tmpdir(), 'munjigi-against-')), 'tree');
  await outputOf('git', ['worktree', 'add', '--quiet', '--detach', tree, ref]);
  symlinkSync(join(ROOT, 'node_modules'), join(tree, 'node_modules'));
  const tools = toolsFolderOf(tree);
  const currentEntry = join(tree, tools, 'cluster', 'portal.ts');
  const entry = existsSync(currentEntry) ? currentEntry : join(tree, tools, 'portal-of-bench.ts');
  if (entry !== currentEntry) writeFileSync(entry, entryIn(tools));
  return { entry, remove: () => outputOf('git', ['worktree', 'remove', '--force', tree]) };
}

const BATCHES = 150;
const PEOPLE = 8;
/** Batches before measuring, until V8 has compiled the code of both. */
const WARM_UP = 30;

/**
 * Measures the calls of a sign-in on SQLite without hashing: batches of an earlier commit and of this one in turn.
 * @param fraction part of the full measurement; 1 takes a minute on an idle machine
 */
export async function measureAgainst(ref: string, fraction: number) {
  const tree = await checkOut(ref);
  const options = { engine: 'sqlite', portals: 1, people: PEOPLE, adaptConfig: passwordConfig } as const;
  const sides = [];
  try {
    for (const [name, entry] of [
      [ref, { entry: tree.entry }],
      ['now', {}],
    ] as const) {
      sides.push({ name, costs: noCosts(), portals: await startPortals({ ...options, ...entry }) });
    }
    for (let batch = -WARM_UP; batch < BATCHES * fraction; batch += 1) {
      // The second side has been idle longer, so its first calls are slower: the order alternates.
      for (const { costs, portals } of batch % 2 === 0 ? sides : sides.toReversed()) {
        await signInBatch(portals, PEOPLE, 1, batch < 0 ? noCosts() : costs);
      }
    }
    return sides.map(({ name, costs }) => ({ name, costs }));
  } finally {
    for (const { portals } of sides) await portals.close();
    await tree.remove();
  }
}
