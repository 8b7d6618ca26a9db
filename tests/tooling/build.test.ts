import { join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import type { AnyStateNode } from 'xstate';
import { LAZY_FLOWS } from '#machines/portal/flows.ts';
import { MACHINES } from '#tests/support/machines.ts';
import { MAX_SCRIPT_BYTES } from '#tools/bench/budget.ts';

const ROOT = join(import.meta.dirname, '..', '..');

const statesOf = (node: AnyStateNode): AnyStateNode[] => [
  node,
  ...Object.values(node.states).flatMap(statesOf),
];
const states = MACHINES.flatMap((machine) => statesOf(machine.root));
const descriptions = states.flatMap(({ description }) => description ?? []);

type Files = readonly (Rolldown.OutputAsset | Rolldown.OutputChunk)[];

/** Returns the files that `vite build` creates, and writes no file. */
async function buildFiles(mode: 'production' | 'development', configFile = 'vite.config.ts'): Promise<Files> {
  vi.stubEnv('NODE_ENV', 'production');
  const result = await build({
    configFile: join(ROOT, configFile),
    logLevel: 'silent',
    mode,
    build: { write: false },
  });
  if (!('output' in result)) throw new Error('The build has no output');
  return result.output;
}

const sourcesOf = (files: Files): readonly string[] =>
  files.flatMap((file) =>
    file.type === 'chunk' ? Object.keys(file.modules).map((path) => relative(ROOT, path)) : [],
  );

const textOf = (file: Files[number]): string => String(file.type === 'chunk' ? file.code : file.source);

const pageOf = (files: Files): string =>
  files
    .filter(({ fileName }) => fileName === 'index.html')
    .map(textOf)
    .join('');

/** The scripts of the first screen: the scripts of the page, imported scripts, and the texts. */
function scriptsOfFirstScreen(files: Files, language: string): readonly Rolldown.OutputChunk[] {
  const chunks = files.filter((file) => file.type === 'chunk');
  const chunksNamed = (names: readonly string[]): readonly Rolldown.OutputChunk[] =>
    chunks.filter(({ fileName }) => names.includes(fileName));
  const html = pageOf(files);
  const entries = chunks.filter(({ isEntry, fileName }) => isEntry || html.includes(fileName));
  const texts = chunks.filter(({ fileName }) => fileName.startsWith(`assets/${language}-`));
  const importers = [...entries, ...texts];
  return [...new Set([...importers, ...chunksNamed(importers.flatMap(({ imports }) => imports))])];
}

/** Sources that the first screen must not load: the code of calls, and each flow with a separate chunk. */
const LATE_SOURCES = new RegExp(
  `node_modules/(?:ky|jssha|qrcode|valibot|@github/webauthn-json)/|src/(?:api/(?:client|decode)\\b|app/(?:flows/|late\\.))|(?:machines|views)/(?:${Object.keys(LAZY_FLOWS).join('|')})/[^/]+\\.(?:machine|setup|view)\\.tsx?$`,
);

/** Strings in the panel, element, masks, calls, style and charts of the inspector. */
const INSPECTOR_STRINGS = [
  'Follow the newest flow',
  'To the next timer',
  'munjigi-inspector',
  '‹hidden ',
  '/@munjigi/clock',
  '.dock[data-side',
  'data-state="portal.id-entry"',
];

/** Finds parts of the inspector in built files. */
function findInspector(files: Files) {
  const text = files.map((file) => `${file.fileName}\n${textOf(file)}`).join('\n');
  return {
    sources: sourcesOf(files).filter((source) => source.startsWith('src/inspector/')),
    strings: INSPECTOR_STRINGS.filter(
      (word) => text.includes(word) || text.includes(JSON.stringify(word).slice(1, -1)),
    ),
  };
}

describe('the built portal', () => {
  let files: Files;
  let text: string;

  beforeAll(async () => {
    files = await buildFiles('production');
    text = files.map(textOf).join('\n');
  }, 60_000);

  test('contains no descriptions of states', () => {
    expect(descriptions.length).toBeGreaterThan(0);
    expect(descriptions.filter((description) => text.includes(description))).toEqual([]);
  });

  test('contains the paths and titles of screens', () => {
    expect(text).toContain('/first/auth?type=pw');
    expect(text).toContain('title.password');
  });

  test('contains no message parser', () => {
    expect(text).not.toContain('EXPECT_ARGUMENT_CLOSING_BRACE');
  });

  test.each(['ko', 'en'] as const)(
    'loads scripts for the first screen within the budget, in %s',
    (language) => {
      const scripts = scriptsOfFirstScreen(files, language);
      const bytes = scripts.map(({ code }) => gzipSync(code, { level: 9 }).length);
      expect(scripts.length).toBeGreaterThan(1);
      expect(bytes.reduce((sum, weight) => sum + weight, 0)).toBeLessThanOrEqual(MAX_SCRIPT_BYTES);
    },
  );

  test('loads no code for later steps before the first screen', () => {
    expect(sourcesOf(files).filter((source) => LATE_SOURCES.test(source)).length).toBeGreaterThan(40);
    expect(
      sourcesOf(scriptsOfFirstScreen(files, 'ko')).filter((source) => LATE_SOURCES.test(source)),
    ).toEqual([]);
  });

  test('contains no code that is only for development', () => {
    expect(
      sourcesOf(files).filter((source) => /inspect|gallery|react-refresh|\.development\./.test(source)),
    ).toEqual([]);
  });

  test('contains no part of the inspector, but a development build contains all parts', async () => {
    expect(findInspector(files)).toEqual({ sources: [], strings: [] });
    const { sources, strings } = findInspector(await buildFiles('development'));
    expect(sources.length).toBeGreaterThan(10);
    expect(strings).toEqual(INSPECTOR_STRINGS);
  });

  test('has no inline script or style in the page', () => {
    const html = pageOf(files);
    expect(html).toContain('<script type="module" crossorigin src="/assets/');
    expect(html).not.toMatch(/<script(?![^>]* src=)|<style| style=| on\w+=/);
  });

  test('has no inline picture in a style sheet', () => {
    const styles = files.filter(({ fileName }) => fileName.endsWith('.css'));
    expect(styles.filter((style) => textOf(style).includes('url(data:'))).toEqual([]);
  });
});

describe('the built app for phones', () => {
  const MAX_APP_SCRIPT_BYTES = 60_000;
  let files: Files;

  beforeAll(async () => {
    files = await buildFiles('production', 'vite.phone.config.ts');
  }, 60_000);

  test('loads all scripts and texts of the screens at the start within the budget, without React and the message parser', () => {
    const chunks = files.filter((file) => file.type === 'chunk');
    const startScripts = ['phone.ko', 'phone.en'].map((texts) => scriptsOfFirstScreen(files, texts));
    for (const scripts of startScripts) {
      const bytes = scripts.map(({ code }) => gzipSync(code, { level: 9 }).length);
      expect(bytes.reduce((sum, weight) => sum + weight, 0)).toBeLessThanOrEqual(MAX_APP_SCRIPT_BYTES);
    }
    // Browsers that cannot read QR codes load a reader with the camera.
    const lateScripts = chunks
      .filter((chunk) => !startScripts.flat().includes(chunk))
      .map(({ fileName }) => fileName);
    expect(lateScripts.map((name) => name.replace(/-.*/, '')).sort()).toEqual(['assets/jsQR', 'assets/lazy']);
    expect(sourcesOf(files).filter((source) => /node_modules\/react(?:-dom)?\//.test(source))).toEqual([]);
    expect(chunks.map(textOf).join('')).not.toContain('EXPECT_ARGUMENT_CLOSING_BRACE');
  });

  test('has a worker that imports nothing and caches every file of the app', () => {
    const worker = files.find(({ fileName }) => fileName === 'worker.js');
    const code = worker ? textOf(worker) : '';
    expect(code).not.toMatch(/\bimport\b|APP_FILES|APP_VERSION|server-phone/);
    const assets = files.map(({ fileName }) => fileName).filter((name) => name.startsWith('assets/'));
    expect(assets.length).toBeGreaterThan(1);
    for (const name of [...assets, 'app.webmanifest', 'icon-192.png'])
      expect(code).toContain(`"/app/${name}"`);
  });
});

describe('the built help desk', () => {
  test('has no inline script or style in the page, and no message parser', async () => {
    const files = await buildFiles('production', 'vite.desk.config.ts');
    const html = pageOf(files);
    expect(html).toContain('<script type="module" crossorigin src="/desk/assets/');
    expect(html).not.toMatch(/<script(?![^>]* src=)|<style| style=| on\w+=/);
    const scripts = files.filter(({ type }) => type === 'chunk').map(textOf);
    expect(scripts.length).toBeGreaterThan(0);
    expect(scripts.join('')).not.toContain('EXPECT_ARGUMENT_CLOSING_BRACE');
  }, 60_000);
});
