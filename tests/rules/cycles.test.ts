import { describe, expect, test } from 'vitest';
import { type SourceFile, typeScriptFiles } from '#tools/source/project-files.ts';
import { cyclesIn, folderImports, importsOf } from './cycles.ts';

const files = typeScriptFiles();

/** The files of the delivered programs. */
const deliveredFiles = files.filter(({ path }) => !/^(?:tests|cli|atlas|tools)\//.test(path));

describe('imports', () => {
  test('between files have no cycle', () => {
    expect(cyclesIn(importsOf(files))).toEqual([]);
  });

  test.each(['', 'machines', 'src/app'])('between the folders in "%s" have no cycle', (folder) => {
    expect(cyclesIn(folderImports(deliveredFiles, folder))).toEqual([]);
  });
});

describe('a cycle', () => {
  const file = (path: string, ...sources: readonly string[]): SourceFile => ({
    path,
    text: sources.join('\n'),
  });
  const a = file('src/a/a.ts', `import type { B } from '../b/b.ts';`);
  const c = file('src/c/c.ts', `export const load = () => import('#src/a/a.ts');`);

  test('is found through types, exports and imports at run time', () => {
    const cyclic = [a, file('src/b/b.ts', `export { c } from '#src/c/c.ts';`), c];
    expect(cyclesIn(importsOf(cyclic))).toEqual(['src/a/a.ts -> src/b/b.ts -> src/c/c.ts -> src/a/a.ts']);
    expect(cyclesIn(folderImports(cyclic, 'src'))).toEqual(['src/a -> src/b -> src/c -> src/a']);
  });

  test('of folders is found even if the files have no cycle', () => {
    const cyclic = [a, file('src/b/b.ts'), file('src/b/other.ts', `import '#src/a/a.ts';`)];
    expect(cyclesIn(importsOf(cyclic))).toEqual([]);
    expect(cyclesIn(folderImports(cyclic, 'src'))).toEqual(['src/a -> src/b -> src/a']);
  });

  test('is not reported when a file is imported through two files', () => {
    const square = [
      a,
      file('src/b/b.ts', `import '#src/d/d.ts';`),
      file('src/c/c.ts', `import '../d/d.ts';`),
      file('src/d/d.ts'),
    ];
    expect(cyclesIn(importsOf(square))).toEqual([]);
    expect(cyclesIn(folderImports(square, 'src'))).toEqual([]);
  });
});
