import { describe, expect, test } from 'vitest';
import { assembled, type JourneyModel } from '#tests/support/journey/graph.ts';
import type { Law } from '#tests/support/journey/law.ts';
import { chanceOf } from '#tests/support/journey/random.ts';
import { brokenWalkText, randomWalk } from '#tests/support/journey/walk.ts';
import { FLOW_CASES, FLOWS, PORTAL_CASES } from '#tests/support/journey/world.ts';
import { IS_TEST_ALL } from '#tests/support/test-all.ts';

/**
 * How much `npm run walks` asks for. `npm test` takes a short run that is the same each time, `npm run test:all` what about
 * a minute of a processor is enough for.
 */
const { WALKS = IS_TEST_ALL ? '7000' : '40', WALK_EVENTS = '50', WALK_SEED = '1' } = process.env;

const model: JourneyModel = { portal: assembled(FLOWS), portalCases: PORTAL_CASES, flowCases: FLOW_CASES };

/** So many walks share a test: the portals of a test are kept until it ends, and used again by the next one. */
const TOGETHER = 100;

const beyond = Number(WALK_SEED) + Number(WALKS);
const seeds = Array.from({ length: Math.ceil(Number(WALKS) / TOGETHER) }, (_, index) => {
  const first = Number(WALK_SEED) + index * TOGETHER;
  return [first, Math.min(first + TOGETHER, beyond) - 1] as const;
});

test.each(seeds)(
  'no random walk through the portal from %d to %d breaks a law or ends in an exception',
  { timeout: 0 },
  async (first, last) => {
    for (let seed = first; seed <= last; seed += 1) {
      const fall = await randomWalk(seed, Number(WALK_EVENTS), model);
      expect(fall && brokenWalkText(fall)).toBeNull();
    }
  },
);

/** Walks that once broke a law. */
const KEPT_SEEDS = [3886];

test.each(KEPT_SEEDS)('walk %d, which once broke a law, breaks none', async (seed) => {
  const fall = await randomWalk(seed, 50, model);
  expect(fall && brokenWalkText(fall)).toBeNull();
});

describe('a walk that breaks a law', () => {
  const nobodyChooses: Law = {
    name: 'nobody chooses',
    problems: ({ portal }) => (portal.matches('chooser') ? ['somebody does'] : []),
  };
  const fallOf = async () => {
    for (let seed = 1; seed <= 50; seed += 1) {
      const fall = await randomWalk(seed, 50, model, [nobodyChooses]);
      if (fall) return fall;
    }
    throw new Error('No walk came to the chooser');
  };

  test('is told with its seed and its path', async () => {
    const fall = await fallOf();
    expect(fall.problems).toEqual(['nobody chooses: somebody does']);
    expect(brokenWalkText(fall)).toContain(`npm run walks -- --seed ${fall.seed} --walks 1`);
    expect(fall.path.split('\n  → ').length).toBeGreaterThan(2);
  });

  test('goes the same way from the same seed', async () => {
    expect(await fallOf()).toEqual(await fallOf());
  });
});

test('chance is the same for the same seed, and another for another', () => {
  const drawn = (seed: number) => Array.from({ length: 5 }, chanceOf(seed).next);
  expect(drawn(7)).toEqual(drawn(7));
  expect(drawn(7)).not.toEqual(drawn(8));
  expect(drawn(7).every((value) => value >= 0 && value < 1)).toBe(true);
});
