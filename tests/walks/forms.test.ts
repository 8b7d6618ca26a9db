import { describe, expect, test, vi } from 'vitest';
import { type FormCheck, formWalkFailureText, randomFormWalk } from '#tests/support/server/form-walk.ts';
import { IS_TEST_ALL } from '#tests/support/test-all.ts';

vi.setConfig({ testTimeout: 0 });

/** The number of walks that `npm run walks -- --forms` requests, their length and their first seed. `npm test` runs a few walks. */
const {
  FORM_WALKS = IS_TEST_ALL ? '2000' : '5',
  FORM_WALK_EVENTS = '25',
  FORM_WALK_SEED = '1',
} = process.env;
const [WALK_COUNT, STEP_COUNT, FIRST_SEED] = [FORM_WALKS, FORM_WALK_EVENTS, FORM_WALK_SEED].map(Number) as [
  number,
  number,
  number,
];

/** The number of walks of one test. A test closes its servers only at its end. */
const WALKS_PER_TEST = 50;

describe('no random walk with forms breaks a law', () => {
  test.each(
    Array.from(
      { length: Math.ceil(WALK_COUNT / WALKS_PER_TEST) },
      (_, index) => FIRST_SEED + index * WALKS_PER_TEST,
    ),
  )('from seed %i on', async (firstSeed) => {
    for (
      let seed = firstSeed;
      seed < Math.min(firstSeed + WALKS_PER_TEST, FIRST_SEED + WALK_COUNT);
      seed += 1
    ) {
      const failure = await randomFormWalk(seed, STEP_COUNT);
      expect(failure && formWalkFailureText(failure)).toBeNull();
    }
  });
});

test('the failure of a form walk names its seed, and is the same each time', async () => {
  const forbidMethods: FormCheck = ({ address }) =>
    address.includes('/first/auth') ? ['a page shows a sign-in method'] : [];
  const walk = () => randomFormWalk(2, STEP_COUNT, forbidMethods);
  const failure = await walk();
  expect(failure?.problems).toEqual(['a page shows a sign-in method']);
  expect(failure && formWalkFailureText(failure)).toContain('npm run walks -- --forms --seed 2 --walks 1');
  expect(await walk()).toEqual(failure);
});
