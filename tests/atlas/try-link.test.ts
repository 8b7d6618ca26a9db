import { expect, test } from 'vitest';
import { readPath, writePath } from '#atlas/site/try-link.ts';

test('a path is the same after writing it to an address and reading it', () => {
  const path = [{ to: 'id-entry', event: { type: 'identity.submitted', userId: '김철수 + / = ?' } }];
  expect(writePath(path)).toMatch(/^[\w-]+$/);
  expect(readPath(writePath(path))).toEqual(path);
});

test.each(['', 'nothing', '%', writePath([]).slice(1)])(
  'an address with "%s" begins at the start',
  (text) => {
    expect(readPath(text)).toEqual([]);
  },
);
