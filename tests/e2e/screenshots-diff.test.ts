import { expect } from '@playwright/test';
import { readBuiltAtlas } from '#atlas/build/revision.ts';
import { takeScreenshots } from '#atlas/diff/screens.ts';
import { ATLAS_FOLDER } from '#tests/support/e2e/atlas.ts';
import { test } from '#tests/support/e2e.ts';

const momentOf = (state: string): number => {
  const moment = readBuiltAtlas(ATLAS_FOLDER).data.states[state]?.variants[0]?.moment;
  if (moment === undefined) throw new Error(`There is no screen of ${state}`);
  return moment;
};

test('equal screens of two atlases have equal screenshots in both languages, and a new state has no earlier screenshot', async ({
  context,
}) => {
  const password = momentOf('password.entering');
  const emergency = momentOf('emergency.entering');
  const images = await takeScreenshots(
    () => context.newPage(),
    { before: ATLAS_FOLDER, after: ATLAS_FOLDER },
    [
      { state: 'password.entering', before: password, after: password },
      { state: 'emergency.entering', before: null, after: emergency },
      { state: 'moved', before: password, after: emergency },
    ],
  );
  const { 'password.entering': unchanged, 'emergency.entering': added, moved } = images;
  expect(unchanged?.ko.after).toMatch(/^data:image\/jpeg;base64,\/9j\//);
  expect(unchanged?.ko.before).toBe(unchanged?.ko.after);
  expect(unchanged?.en.before).toBe(unchanged?.en.after);
  expect(unchanged?.en.after).not.toBe(unchanged?.ko.after);
  expect(added?.ko.before).toBeNull();
  expect(added?.en.after).toBe(moved?.en.after);
  expect(moved?.en.before).toBe(unchanged?.en.before);
});

test('a state has no earlier screenshot when the earlier atlas could not be built', async ({ context }) => {
  const pairs = [{ state: 'password.entering', before: 0, after: momentOf('password.entering') }];
  const { 'password.entering': pair } = await takeScreenshots(
    () => context.newPage(),
    { before: null, after: ATLAS_FOLDER },
    pairs,
  );
  expect(pair?.ko.before).toBeNull();
  expect(pair?.ko.after).not.toBeNull();
});
