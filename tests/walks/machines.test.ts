import { describe, expect, test } from 'vitest';
import { type JourneyModel, portalWithFlows } from '#tests/support/journey/graph.ts';
import type { Law } from '#tests/support/journey/law.ts';
import { FLOW_CASES, FLOWS, PORTAL_CASES } from '#tests/support/journey/machines-and-cases.ts';
import { randomOf } from '#tests/support/journey/random.ts';
import { randomWalk, walkFailureText } from '#tests/support/journey/walk.ts';
import { IS_TEST_ALL } from '#tests/support/test-all.ts';

/**
 * The number of walks that `npm run walks` requests, their length and their first seed. `npm test` runs a few walks,
 * `npm run test:all` walks for about one minute of processor time.
 */
const { WALKS = IS_TEST_ALL ? '7000' : '40', WALK_EVENTS = '50', WALK_SEED = '1' } = process.env;

const model: JourneyModel = {
  portal: portalWithFlows(FLOWS),
  portalCases: PORTAL_CASES,
  flowCases: FLOW_CASES,
};

/** The number of walks of one test. The portals of a test are reused only after its end. */
const WALKS_PER_TEST = 100;

const endSeed = Number(WALK_SEED) + Number(WALKS);
const seeds = Array.from({ length: Math.ceil(Number(WALKS) / WALKS_PER_TEST) }, (_, index) => {
  const first = Number(WALK_SEED) + index * WALKS_PER_TEST;
  return [first, Math.min(first + WALKS_PER_TEST, endSeed) - 1] as const;
});

test.each(seeds)(
  'no random walk through the portal with a seed from %d to %d breaks a law or ends in an exception',
  { timeout: 0 },
  async (first, last) => {
    for (let seed = first; seed <= last; seed += 1) {
      const failure = await randomWalk(seed, Number(WALK_EVENTS), model);
      expect(failure && walkFailureText(failure)).toBeNull();
    }
  },
);

/** Seeds of walks that once broke a law. */
const REGRESSION_SEEDS = [3886];

test.each(REGRESSION_SEEDS)('the walk with seed %d, which once broke a law, breaks none', async (seed) => {
  const failure = await randomWalk(seed, 50, model);
  expect(failure && walkFailureText(failure)).toBeNull();
});

describe('the failure of a walk that breaks a law', () => {
  const nobodyChooses: Law = {
    name: 'nobody reaches the chooser',
    problems: ({ portal }) => (portal.matches('chooser') ? ['somebody does'] : []),
  };
  const findFailure = async () => {
    for (let seed = 1; seed <= 50; seed += 1) {
      const failure = await randomWalk(seed, 50, model, [nobodyChooses]);
      if (failure) return failure;
    }
    throw new Error('No walk reached the chooser');
  };

  test('names its seed and contains its path', async () => {
    const failure = await findFailure();
    expect(failure.problems).toEqual(['nobody reaches the chooser: somebody does']);
    expect(walkFailureText(failure)).toContain(`npm run walks -- --seed ${failure.seed} --walks 1`);
    expect(failure.path.split('\n  → ').length).toBeGreaterThan(2);
  });

  test('is the same for the same seed', async () => {
    expect(await findFailure()).toEqual(await findFailure());
  });
});

test('random numbers are the same for the same seed and differ between seeds', () => {
  const numbersOf = (seed: number) => Array.from({ length: 5 }, randomOf(seed).next);
  expect(numbersOf(7)).toEqual(numbersOf(7));
  expect(numbersOf(7)).not.toEqual(numbersOf(8));
  expect(numbersOf(7).every((value) => value >= 0 && value < 1)).toBe(true);
});
