import { expect } from '@playwright/test';
import { readAtlas } from '#atlas/build/revision.ts';
import { takeScreenshots } from '#atlas/diff/screens.ts';
import { ATLAS_FOLDER } from '#tests/support/e2e/atlas.ts';
import { test } from '#tests/support/e2e.ts';

const momentOf = (state: string): number => {
  const moment = readAtlas(ATLAS_FOLDER).data.states[state]?.variants[0]?.moment;
  if (moment === undefined) throw new Error(`There is no screen of ${state}`);
  return moment;
};

test('screenshots of two atlases in both languages: equal screens have equal images', async ({ context }) => {
  const [password, emergency] = [momentOf('password.entering'), momentOf('emergency.entering')];
  const images = await takeScreenshots(
    () => context.newPage(),
    { before: ATLAS_FOLDER, after: ATLAS_FOLDER },
    [
      { state: 'password.entering', before: password, after: password },
      { state: 'emergency.entering', before: null, after: emergency },
      { state: 'moved', before: password, after: emergency },
    ],
  );
  const { 'password.entering': kept, 'emergency.entering': added, moved } = images;
  expect(kept?.ko.after).toMatch(/^data:image\/jpeg;base64,\/9j\//);
  expect(kept?.ko.before).toBe(kept?.ko.after);
  expect(kept?.en.before).toBe(kept?.en.after);
  expect(kept?.en.after).not.toBe(kept?.ko.after);
  expect(added?.ko.before).toBeNull();
  expect(added?.en.after).toBe(moved?.en.after);
  expect(moved?.en.before).toBe(kept?.en.before);
});

test('an older atlas that could not be built has no content', async ({ context }) => {
  const pairs = [{ state: 'password.entering', before: 0, after: momentOf('password.entering') }];
  const { 'password.entering': pair } = await takeScreenshots(
    () => context.newPage(),
    { before: null, after: ATLAS_FOLDER },
    pairs,
  );
  expect(pair?.ko.before).toBeNull();
  expect(pair?.ko.after).not.toBeNull();
});
