import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import react from '@vitejs/plugin-react';
import { build, type Plugin } from 'vite';
import { NO_CHANGE_MARKS } from '#atlas/charts/drawing/marks.ts';
import { chartStyle } from '#atlas/charts/drawing/style.ts';
import type { Project } from '#atlas/config.ts';
import { readAtlasData } from './data.ts';

const SITE_SOURCES = join(import.meta.dirname, '..', 'site');
/** The extension of this file and of its neighbours: `.ts` in the project, `.js` in the npm package of the atlas. */
const EXTENSION = extname(import.meta.filename);

/** A plugin of Vite that resolves the virtual modules of the site to modules of the project. */
function projectModules({ root, screens }: Project): Plugin {
  const modules: Readonly<Record<string, string | undefined>> = {
    'virtual:atlas-renderer': screens && join(root, screens.renderer),
    'virtual:atlas-values': screens
      ? join(root, screens.values)
      : join(SITE_SOURCES, `default-values${EXTENSION}`),
  };
  return { name: 'atlas:project', enforce: 'pre', resolveId: (id) => modules[id] };
}

/** Builds the script and the styles of a page. The script is a single classic script, which browsers also load from `file:`. */
async function buildPage(project: Project, name: 'atlas' | 'screen'): Promise<{ js: string; css: string }> {
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
        entry: join(SITE_SOURCES, name === 'atlas' ? 'atlas.tsx' : `screen${EXTENSION}`),
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
  if (js.length !== 1)
    throw new Error(`The script "${name}" was built as ${js.length} chunks instead of one`);
  return { js: js.join(''), css: css.join('\n') };
}

/** The HTML of a page. Its scripts are classic scripts, because browsers do not load modules from `file:`. */
const pageMarkup = (title: string, name: string): string =>
  `<!doctype html>
<html lang="ko">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${name}.css">
</head>
<body>
<div id="root"></div>
<script src="data.js" defer></script>
<script src="${name}.js" defer></script>
</body>
</html>
`;

/**
 * Builds the flow atlas of a project, a static site.
 * @returns the number of states whose screens the atlas shows
 */
export async function buildAtlas(project: Project, outDir: string): Promise<number> {
  const data = await readAtlasData(project);
  const atlas = await buildPage(project, 'atlas');
  const screen = data.hasScreens ? await buildPage(project, 'screen') : null;
  const files: Readonly<Record<string, string>> = {
    'index.html': pageMarkup('흐름 지도 · Flow atlas', 'atlas'),
    'data.js': `globalThis.FLOW_ATLAS = ${JSON.stringify(data).replaceAll('<', '\\u003c')};\n`,
    'atlas.js': atlas.js,
    'atlas.css': `${atlas.css}\n.chart {\n${chartStyle(NO_CHANGE_MARKS)}\n}\n`,
    ...(screen && {
      'screen.html': pageMarkup('화면 · Screen', 'screen'),
      'screen.js': screen.js,
      'screen.css': screen.css,
    }),
  };
  rmSync(outDir, { recursive: true, force: true });
  mkdirSync(outDir, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(outDir, name), text);
  return Object.keys(data.states).length;
}
