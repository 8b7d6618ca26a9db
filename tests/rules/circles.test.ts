import { describe, expect, test } from 'vitest';
import { type SourceFile, typeScriptFiles } from '#tools/source/project-files.ts';
import { arrowsOf, circlesIn, roomArrowsOf } from './circles.ts';

const files = typeScriptFiles();

/** What is shipped. */
const shipped = files.filter(({ path }) => !/^(?:tests|cli|atlas|tools)\//.test(path));

describe('imports', () => {
  test('lead from file to file and never around', () => {
    expect(circlesIn(arrowsOf(files))).toEqual([]);
  });

  test.each(['', 'machines', 'src/app'])('lead from room to room of "%s" and never around', (folder) => {
    expect(circlesIn(roomArrowsOf(shipped, folder))).toEqual([]);
  });
});

describe('a circle', () => {
  const file = (path: string, ...sources: readonly string[]): SourceFile => ({
    path,
    text: sources.join('\n'),
  });
  const a = file('src/a/a.ts', `import type { B } from '../b/b.ts';`);
  const c = file('src/c/c.ts', `export const load = () => import('#src/a/a.ts');`);

  test('is found through types, exports and imports at run time', () => {
    const around = [a, file('src/b/b.ts', `export { c } from '#src/c/c.ts';`), c];
    expect(circlesIn(arrowsOf(around))).toEqual(['src/a/a.ts -> src/b/b.ts -> src/c/c.ts -> src/a/a.ts']);
    expect(circlesIn(roomArrowsOf(around, 'src'))).toEqual(['src/a -> src/b -> src/c -> src/a']);
  });

  test('of rooms is found where its files make none', () => {
    const around = [a, file('src/b/b.ts'), file('src/b/other.ts', `import '#src/a/a.ts';`)];
    expect(circlesIn(arrowsOf(around))).toEqual([]);
    expect(circlesIn(roomArrowsOf(around, 'src'))).toEqual(['src/a -> src/b -> src/a']);
  });

  test('is not what two ways lead to', () => {
    const square = [
      a,
      file('src/b/b.ts', `import '#src/d/d.ts';`),
      file('src/c/c.ts', `import '../d/d.ts';`),
      file('src/d/d.ts'),
    ];
    expect(circlesIn(arrowsOf(square))).toEqual([]);
    expect(circlesIn(roomArrowsOf(square, 'src'))).toEqual([]);
  });
});
