import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { type CoverageRecord, proofsScript } from '#atlas/coverage/record.ts';
import { messages } from '#tools/messages/plugin.ts';
import { TARGETS } from '#tools/vite/targets.ts';
import { chartStyle } from './charts.ts';
import { atlasData } from './data.ts';
import { pageOf } from './page.ts';
import type { AtlasChanges, AtlasData } from './types.ts';

/** Builds a script that a page from a file share can load: no module, no part that is fetched later. */
async function buildScript(root: string, name: 'atlas' | 'screen'): Promise<{ js: string; css: string }> {
  const result = await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [messages(), react()],
    resolve: {
      alias: [
        {
          find: /^@formatjs\/icu-messageformat-parser$/,
          replacement: '@formatjs/icu-messageformat-parser/no-parser.js',
        },
      ],
    },
    json: { namedExports: false },
    define: { 'process.env.NODE_ENV': '"production"', 'import.meta.env.DEV': 'false' },
    build: {
      write: false,
      target: TARGETS,
      minify: true,
      lib: { entry: join(root, 'atlas', 'site', `${name}.tsx`), formats: ['iife'], name },
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
 * Builds the flow atlas of a project folder: a static site that needs no server.
 * @param record the coverage of the suites; null when nothing is recorded
 * @param changesIn the changes since a revision, if one is named
 * @returns the number of states whose screens it shows.
 */
export async function buildAtlas(
  root: string,
  outDir: string,
  record: CoverageRecord | null,
  changesIn: (data: AtlasData) => AtlasChanges | null = () => null,
): Promise<number> {
  const data = await atlasData(root);
  const atlas = await buildScript(root, 'atlas');
  const screen = await buildScript(root, 'screen');
  const files: Readonly<Record<string, string>> = {
    'index.html': pageOf({ title: '흐름 지도 · Flow atlas', name: 'atlas' }),
    'screen.html': pageOf({ title: '화면 · Screen', name: 'screen' }),
    'data.js': `globalThis.FLOW_ATLAS = ${JSON.stringify(data).replaceAll('<', '\\u003c')};\n`,
    'proofs.js': proofsScript(record),
    'changes.js': `globalThis.FLOW_ATLAS_CHANGES = ${JSON.stringify(changesIn(data)).replaceAll('<', '\\u003c')};\n`,
    'atlas.js': atlas.js,
    'atlas.css': `${atlas.css}\n${chartStyle()}`,
    'screen.js': screen.js,
    'screen.css': screen.css,
  };
  rmSync(outDir, { recursive: true, force: true });
  mkdirSync(outDir, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(outDir, name), text);
  return Object.keys(data.states).length;
}
