import { expect, test } from 'vitest';
import { parseScreenHash, readPath, screenAddress } from '#atlas/site/screen-address.ts';

const PATH = [{ to: 'id-entry', event: { type: 'identity.submitted', userId: '김철수 + / = ? % #' } }];

test('a path is the same after writing it to an address and reading it', () => {
  const view = { language: 'en', theme: 'dark', moment: 0, live: PATH } as const;
  expect(parseScreenHash(new URL(screenAddress(view), 'file:///atlas/').hash)).toEqual(view);
  expect(readPath(JSON.stringify(PATH))).toEqual(PATH);
});

test.each([null, '', 'nothing', '%', '{}', '[{"to"'])('a link with "%s" has no path', (text) => {
  expect(readPath(text)).toBeNull();
});
