import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type SourceFile, typeScriptFiles } from '#tools/source/project-files.ts';
import { cyclesIn } from './cycles.ts';
import { drawnLayers, SERVER_LAYERS, serverLayerProblems } from './server-layers.ts';

const ARCHITECTURE = join(import.meta.dirname, '..', '..', 'docs', 'architecture.md');

describe('the layers of the server', () => {
  test('contain every file of the server, and import only lower layers', () => {
    expect(serverLayerProblems(typeScriptFiles())).toEqual([]);
  });

  test('have no import cycle', () => {
    expect(cyclesIn(SERVER_LAYERS)).toEqual([]);
  });

  test('are the same in the drawing of docs/architecture.md', () => {
    expect(drawnLayers(readFileSync(ARCHITECTURE, 'utf8'))).toEqual(SERVER_LAYERS);
  });
});

describe('a file of the server', () => {
  const file = (path: string, ...sources: readonly string[]): SourceFile => ({
    path,
    text: sources.map((source) => `import '${source}';`).join('\n'),
  });

  test('is reported if it is outside the layers', () => {
    expect(serverLayerProblems([file('server/texts.ts'), file('server/news/tell.ts')])).toEqual([
      'server/texts.ts is in no layer of the server',
      'server/news/tell.ts is in no layer of the server',
    ]);
  });

  test('is reported if it imports a higher layer, but not if it imports any lower layer', () => {
    expect(
      serverLayerProblems([
        file('server/http/body.ts', '#server/login/verify-method.ts', '#server/storage/open.ts'),
        file('server/login/verify-method.ts', './methods/push.ts'),
        file('server/login/methods/push.ts', '#server/http/body.ts'),
        file('server/storage/open.ts', '#server/login/verify-method.ts'),
      ]),
    ).toEqual([
      'server/login/methods/push.ts imports server/http/body.ts',
      'server/storage/open.ts imports server/login/verify-method.ts',
    ]);
  });
});
