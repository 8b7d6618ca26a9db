import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import react from '@vitejs/plugin-react';
import { build, type Plugin } from 'vite';
import type { AtlasChanges } from '#atlas/build/changes.ts';
import type { AtlasData } from '#atlas/build/types.ts';
import type { Project } from '#atlas/config.ts';
import { type CoverageRecord, proofsScript } from '#atlas/coverage/record.ts';
import { chartStyle } from './charts.ts';
import { atlasData } from './data.ts';
import { pageOf } from './page.ts';

const SITE = join(import.meta.dirname, '..', 'site');
/** Of this file: `.js` in the package. */
const EXTENSION = extname(import.meta.filename);

/** Puts the project's own modules, where it has some, in place of those that the site names. */
function projectModules({ root, screens }: Project): Plugin {
  const modules: Readonly<Record<string, string | undefined>> = {
    'virtual:atlas-renderer': screens && join(root, screens.renderer),
    'virtual:atlas-values': screens ? join(root, screens.values) : join(SITE, `plain-values${EXTENSION}`),
  };
  return { name: 'atlas:project', enforce: 'pre', resolveId: (id) => modules[id] };
}

/** Builds a script that a page from a file share can load: no module, no part that is fetched later. */
async function buildScript(project: Project, name: 'atlas' | 'screen'): Promise<{ js: string; css: string }> {
  const { root, screens } = project;
  const { plugins = [], alias = {}, targets } = (await screens?.build?.()) ?? {};
  const result = await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [projectModules(project), ...plugins, react()],
    resolve: {
      alias: Object.entries(alias).map(([find, replacement]) => ({
        find: new RegExp(`^${find}$`),
        replacement,
      })),
    },
    json: { namedExports: false },
    define: { 'process.env.NODE_ENV': '"production"', 'import.meta.env.DEV': 'false' },
    build: {
      write: false,
      target: targets ? [...targets] : 'baseline-widely-available',
      minify: true,
      lib: {
        entry: join(SITE, name === 'atlas' ? 'atlas.tsx' : `screen${EXTENSION}`),
        formats: ['iife'],
        name,
        cssFileName: name,
      },
    },
  });
  const outputs = Array.isArray(result) ? result : 'output' in result ? [result] : [];
  const files = outputs.flatMap(({ output }) => output);
  const js = files.flatMap((file) => (file.type === 'chunk' ? [file.code] : []));
  const css = files.flatMap((file) =>
    file.type === 'asset' && file.fileName.endsWith('.css') ? [String(file.source)] : [],
  );
  if (js.length !== 1) throw new Error(`The script "${name}" has ${js.length} parts`);
  return { js: js.join(''), css: css.join('\n') };
}

/**
 * Builds the flow atlas of a project: a static site that needs no server.
 * @param record the coverage of the suites; null when nothing is recorded
 * @param changesIn the changes since a revision, if one is named
 * @returns the number of states whose screens it shows.
 */
export async function buildAtlas(
  project: Project,
  outDir: string,
  record: CoverageRecord | null,
  changesIn: (data: AtlasData) => AtlasChanges | null = () => null,
): Promise<number> {
  const data = await atlasData(project);
  const atlas = await buildScript(project, 'atlas');
  const screen = data.hasScreens ? await buildScript(project, 'screen') : null;
  const files: Readonly<Record<string, string>> = {
    'index.html': pageOf({ title: '흐름 지도 · Flow atlas', name: 'atlas' }),
    'data.js': `globalThis.FLOW_ATLAS = ${JSON.stringify(data).replaceAll('<', '\\u003c')};\n`,
    'proofs.js': proofsScript(record),
    'changes.js': `globalThis.FLOW_ATLAS_CHANGES = ${JSON.stringify(changesIn(data)).replaceAll('<', '\\u003c')};\n`,
    'atlas.js': atlas.js,
    'atlas.css': `${atlas.css}\n${chartStyle()}`,
    ...(screen && {
      'screen.html': pageOf({ title: '화면 · Screen', name: 'screen' }),
      'screen.js': screen.js,
      'screen.css': screen.css,
    }),
  };
  rmSync(outDir, { recursive: true, force: true });
  mkdirSync(outDir, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(outDir, name), text);
  return Object.keys(data.states).length;
}
