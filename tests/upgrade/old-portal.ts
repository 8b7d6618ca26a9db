import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toolsFolderOf } from '#tools/source/program.ts';
import { outputOf } from '#tools/test/process.ts';

const ROOT = join(import.meta.dirname, '..', '..');

/** A program that starts the portal of a release like its `npm start`, and receives administrative actions as messages. */
const entryIn = (tools: string): string => `import { startMunjigi } from '#${tools}/start/run.ts';
import { loadConfig } from '#server/config/load.ts';
const { PORT, DATA_DIR = '', DATABASE_URL, SITE_DIR = '', DATA_KEY } = process.env;
const config = loadConfig(process.env, { publicUrl: 'http://localhost', labOrigin: 'http://localhost' });
const keys = await import('#server/storage/at-rest/data-keys.ts').catch(() => null);
const parseDataKeys = keys?.parseDataKeys ?? keys?.dataKeysFrom;
const running = await startMunjigi({
  config,
  port: Number(PORT),
  labPort: 0,
  dataDir: DATA_DIR,
  ...(DATABASE_URL && { databaseUrl: DATABASE_URL }),
  ...(parseDataKeys && { dataKeys: parseDataKeys(DATA_KEY) }),
  siteDir: SITE_DIR,
  fresh: false,
});
process.on('message', async ({ action, args }) => {
  process.send?.(await running.administration[action](...args));
});
process.once('SIGTERM', () => {
  process.disconnect?.();
  void running.close();
});
process.send?.('ready');
`;

/** Runs an administrative action in the process of a portal. */
export type Administration = (
  action: 'beginPasskey' | 'registerPasskey' | 'issuePasswordLink',
  ...args: readonly unknown[]
) => Promise<unknown>;

/** Checks out a release into a new folder, and writes a program that starts its portal there. */
export async function checkOut(commit: string): Promise<{ readonly entry: string; remove(): Promise<void> }> {
  const tree = join(mkdtempSync(join(tmpdir(), 'munjigi-release-')), 'tree');
  await outputOf('git', ['worktree', 'add', '--quiet', '--detach', tree, commit]);
  symlinkSync(join(ROOT, 'node_modules'), join(tree, 'node_modules'));
  const tools = toolsFolderOf(tree);
  const entry = join(tree, tools, 'portal-of-upgrade.ts');
  writeFileSync(entry, entryIn(tools));
  return {
    entry,
    async remove() {
      await outputOf('git', ['worktree', 'remove', '--force', tree]);
    },
  };
}

/** Starts the portal of a release. */
export async function startOldPortal(
  entry: string,
  env: NodeJS.ProcessEnv,
): Promise<{ readonly administration: Administration; close(): Promise<void> }> {
  const portal = spawn(process.execPath, [entry], { env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const failed = once(portal, 'exit').then(([code]) => {
    throw new Error(`The portal of the release has ended with ${code}.`);
  });
  await Promise.race([once(portal, 'message'), failed]);
  return {
    async administration(action, ...args) {
      portal.send({ action, args });
      const [message] = await Promise.race([once(portal, 'message'), failed]);
      return message;
    },
    async close() {
      portal.kill();
      await failed.catch(() => undefined);
    },
  };
}
