import { describe, expect, test, vi } from 'vitest';
import { type FormCheck, formWalkFailureText, randomFormWalk } from '#tests/support/server/form-walk.ts';
import { IS_TEST_ALL } from '#tests/support/test-all.ts';

vi.setConfig({ testTimeout: 0 });

/** The amount that `npm run walks -- --forms` requests; `npm test` runs a part that is the same each time. */
const {
  FORM_WALKS = IS_TEST_ALL ? '2000' : '5',
  FORM_WALK_EVENTS = '25',
  FORM_WALK_SEED = '1',
} = process.env;
const [WALKS, STEPS, FIRST_SEED] = [FORM_WALKS, FORM_WALK_EVENTS, FORM_WALK_SEED].map(Number) as [
  number,
  number,
  number,
];

/** Walks per test: a test closes its servers only when it ends. */
const WALKS_PER_TEST = 50;

describe('no random walk with forms breaks a law', () => {
  test.each(
    Array.from(
      { length: Math.ceil(WALKS / WALKS_PER_TEST) },
      (_, index) => FIRST_SEED + index * WALKS_PER_TEST,
    ),
  )('from seed %i', async (firstSeed) => {
    for (let seed = firstSeed; seed < Math.min(firstSeed + WALKS_PER_TEST, FIRST_SEED + WALKS); seed += 1) {
      const failure = await randomFormWalk(seed, STEPS);
      expect(failure && formWalkFailureText(failure)).toBeNull();
    }
  });
});

test('the failure of a walk names its seed and path, and is the same each time', async () => {
  const forbidMethods: FormCheck = ({ address }) =>
    address.includes('/first/auth') ? ['a page shows a sign-in method'] : [];
  const walk = () => randomFormWalk(2, STEPS, forbidMethods);
  const failure = await walk();
  expect(failure?.problems).toEqual(['a page shows a sign-in method']);
  expect(failure && formWalkFailureText(failure)).toContain('npm run walks -- --forms --seed 2 --walks 1');
  expect(await walk()).toEqual(failure);
});
