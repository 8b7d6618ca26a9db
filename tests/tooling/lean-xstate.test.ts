import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { UNUSED_ACTIONS, withoutUnusedActions } from '#scripts/vite/lean-xstate.ts';

const MODULE = join(import.meta.dirname, '../../node_modules/xstate/dist/xstate.esm.js');

const sources = import.meta.glob<string>('/{src,machines}/**/*.{ts,tsx}', {
  eager: true,
  query: '?raw',
  import: 'default',
});

test('setup no longer names the actions that no machine takes, and names the others', () => {
  const lean = withoutUnusedActions(readFileSync(MODULE, 'utf8'));
  expect(lean).toMatch(/return \{\n {4}assign,\n {4}sendTo,\n {4}raise,\n {4}cancel,/);
});

test('no machine takes them', () => {
  const taken = new RegExp(`\\b(?:${UNUSED_ACTIONS.join('|')})\\(`);
  expect(
    Object.entries(sources)
      .filter(([, source]) => taken.test(source))
      .map(([path]) => path),
  ).toEqual([]);
});

test('a release that names them otherwise fails', () => {
  expect(() => withoutUnusedActions('const a = 1;')).toThrow('xstate has changed');
});
