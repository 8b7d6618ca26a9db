import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { UNUSED, withoutUnused } from '#scripts/vite/lean-react-dom.ts';

const MODULE = join(import.meta.dirname, '../../node_modules/react-dom/cjs/react-dom.production.js');

const sources = import.meta.glob<string>('/src/**/*.{ts,tsx}', {
  eager: true,
  query: '?raw',
  import: 'default',
});

test('what nobody asks for is left out, and nothing else', () => {
  const code = readFileSync(MODULE, 'utf8');
  const names = (source: string) => [...source.matchAll(/^exports\.(\w+) =/gm)].map(([, name]) => name);
  const lean = names(withoutUnused(code));
  expect(lean).toContain('flushSync');
  expect([...lean, ...UNUSED].sort()).toEqual(names(code).sort());
});

test('the portal asks for none of it', () => {
  const asked = Object.values(sources).flatMap((source) =>
    [...source.matchAll(/import \{([^}]*)\} from 'react-dom'/g)].flatMap(([, names = '']) =>
      names.split(','),
    ),
  );
  expect(asked.length).toBeGreaterThan(0);
  expect(asked.filter((name) => UNUSED.some((unused) => unused === name.trim()))).toEqual([]);
});

test('a release that writes it otherwise fails', () => {
  expect(() => withoutUnused('const a = 1;')).toThrow('react-dom has changed');
});
