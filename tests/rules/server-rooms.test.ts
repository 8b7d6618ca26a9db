import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type SourceFile, typeScriptFiles } from '#tools/source/project-files.ts';
import { circlesIn } from './circles.ts';
import { drawnRooms, SERVER_ROOMS, serverRoomProblems } from './server-rooms.ts';

const ARCHITECTURE = join(import.meta.dirname, '..', '..', 'docs', 'architecture.md');

describe('the rooms of the server', () => {
  test('hold every file, which imports in one direction', () => {
    expect(serverRoomProblems(typeScriptFiles())).toEqual([]);
  });

  test('stand on each other without a circle', () => {
    expect(circlesIn(SERVER_ROOMS)).toEqual([]);
  });

  test('are drawn as they are', () => {
    expect(drawnRooms(readFileSync(ARCHITECTURE, 'utf8'))).toEqual(SERVER_ROOMS);
  });
});

describe('a file of the server', () => {
  const file = (path: string, ...sources: readonly string[]): SourceFile => ({
    path,
    text: sources.map((source) => `import '${source}';`).join('\n'),
  });

  test('outside the rooms is found', () => {
    expect(serverRoomProblems([file('server/texts.ts'), file('server/news/tell.ts')])).toEqual([
      'server/texts.ts stands in no room of the server',
      'server/news/tell.ts stands in no room of the server',
    ]);
  });

  test('that imports against the direction is found, beside one that follows it over several rooms', () => {
    expect(
      serverRoomProblems([
        file('server/http/body.ts', '#server/login/prove.ts', '#server/storage/open.ts'),
        file('server/login/prove.ts', './methods/push.ts'),
        file('server/login/methods/push.ts', '#server/http/body.ts'),
        file('server/storage/open.ts', '#server/login/prove.ts'),
      ]),
    ).toEqual([
      'server/login/methods/push.ts imports server/http/body.ts',
      'server/storage/open.ts imports server/login/prove.ts',
    ]);
  });
});
