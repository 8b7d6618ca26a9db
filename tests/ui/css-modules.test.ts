import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { styleSheet } from '#server/http/engine-pages/style.ts';

const FOLDER = 'src/ui';

type SourceFile = { readonly file: string; readonly text: string };

/** Class names of a module that nothing uses, and names used that no module defines. */
function mismatchedClasses(modules: readonly SourceFile[], sources: readonly SourceFile[]) {
  const used = sources.flatMap(({ text }) =>
    modules
      .filter(({ file }) => text.includes(`'./${file}'`))
      .flatMap(({ file }) =>
        [...text.matchAll(/styles\['([\w-]+)'\]/g)].map(([, name]) => `${file} .${name}`),
      ),
  );
  const defined = modules.flatMap(({ file, text }) =>
    [...text.matchAll(/\.([a-z][\w-]*)/g)].map(([, name]) => `${file} .${name}`),
  );
  return {
    unused: [...new Set(defined)].filter((name) => !used.includes(name)),
    undefinedNames: [...new Set(used)].filter((name) => !defined.includes(name)),
  };
}

function read(ending: string): SourceFile[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith(ending))
    .map((file) => ({ file, text: readFileSync(`${FOLDER}/${file}`, 'utf8') }));
}

test('every class of a CSS module is used, and every class used is defined', () => {
  const modules = read('.module.css');
  expect(modules.length).toBeGreaterThan(10);
  expect(mismatchedClasses(modules, read('.tsx'))).toEqual({ unused: [], undefinedNames: [] });
});

test('mismatchedClasses finds a misspelt and an unused class', () => {
  const modules = [{ file: 'a.module.css', text: '.card { color: red; }\n.old > .card { top: 0.5rem; }' }];
  const sources = [
    { file: 'a.tsx', text: `import styles from './a.module.css'; styles['card']; styles['crad'];` },
  ];
  expect(mismatchedClasses(modules, sources)).toEqual({
    unused: ['a.module.css .old'],
    undefinedNames: ['a.module.css .crad'],
  });
});

test('no style uses the theme of the device, because the operator may have chosen one', () => {
  const styles = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.css') && !file.includes('inspector'))
    .filter((file) => readFileSync(`src/${file}`, 'utf8').includes('prefers-color-scheme'));
  expect(styles).toEqual([]);
});

test('the focus ring does not use a colour of the operator, because a red one would look like an error', () => {
  expect(/--focus: ([^;]+);/.exec(readFileSync(`${FOLDER}/tokens.css`, 'utf8'))?.[1]).toBe('var(--text)');
  expect(/:focus-visible \{ outline: ([^;]+);/.exec(styleSheet({}))?.[1]).toBe('2px solid var(--text)');
});
