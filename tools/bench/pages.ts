import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { labOrigin } from '#cli/start/settings.ts';
import { resolveConfig } from '#server/config/load.ts';
import { freePort } from '#tools/free-port.ts';
import { startMunjigi } from '#tools/start/run.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const BASELINES_FOLDER = join(import.meta.dirname, 'baselines');

/** The measured pages: the baselines, then the portal. */
export const PAGES = ['static', 'react', 'stack', 'portal'] as const;
export type PageName = (typeof PAGES)[number];

/** Names of the pages in tables. */
export const PAGE_TITLES: Readonly<Record<PageName, string>> = {
  static: 'static HTML form',
  react: 'react + react-dom form',
  stack: 'our libraries, empty form',
  portal: 'the portal, ID entry',
};

/** A page that is served by its own instance of the portal server. */
export type ServedPage = {
  readonly name: PageName;
  readonly origin: string;
  readonly url: string;
  close(): Promise<void>;
};

/** The folder with the sources of a page. */
export const pageFolder = (name: PageName): string =>
  name === 'portal' ? ROOT : join(BASELINES_FOLDER, name);

/** Builds a page with the configuration of the portal's build, and serves it with the portal server. */
export const servePage = async (name: PageName): Promise<ServedPage> => {
  const folder = await mkdtemp(join(tmpdir(), `munjigi-bench-${name}-`));
  const siteDir = join(folder, 'site');
  await build({
    root: pageFolder(name),
    configFile: join(ROOT, 'vite.config.ts'),
    logLevel: 'warn',
    build: { outDir: siteDir, emptyOutDir: true },
  });
  const [port, labPort] = [await freePort(), await freePort()];
  const origin = `http://localhost:${port}`;
  const config = resolveConfig({}, 'the benchmark', {
    mode: 'demo',
    publicUrl: origin,
    labOrigin: labOrigin(labPort),
  });
  const running = await startMunjigi({
    config,
    port,
    labPort,
    dataDir: join(folder, 'data'),
    siteDir,
    fresh: false,
  });
  return {
    name,
    origin,
    url: `${origin}/login`,
    async close() {
      await running.close();
      await rm(folder, { recursive: true });
    },
  };
};
