import { describe, expect, test, vi } from 'vitest';
import { brokenFormWalkText, type FormCheck, randomFormWalk } from '#tests/support/server/form-walk.ts';
import { IS_TEST_ALL } from '#tests/support/test-all.ts';

vi.setConfig({ testTimeout: 0 });

/** How much `npm run walks -- --forms` asks for; `npm test` takes a part that is the same each time. */
const {
  FORM_WALKS = IS_TEST_ALL ? '2000' : '5',
  FORM_WALK_EVENTS = '25',
  FORM_WALK_SEED = '1',
} = process.env;
const [WALKS, STEPS, FIRST] = [FORM_WALKS, FORM_WALK_EVENTS, FORM_WALK_SEED].map(Number) as [
  number,
  number,
  number,
];

/** A test holds what it has opened until it ends. */
const SHARE = 50;

describe('no random walk with forms breaks a law', () => {
  test.each(Array.from({ length: Math.ceil(WALKS / SHARE) }, (_, index) => FIRST + index * SHARE))(
    'from seed %i',
    async (first) => {
      for (let seed = first; seed < Math.min(first + SHARE, FIRST + WALKS); seed += 1) {
        const fall = await randomFormWalk(seed, STEPS);
        expect(fall && brokenFormWalkText(fall)).toBeNull();
      }
    },
  );
});

test('a walk that breaks a law is told with its seed and path, the same each time', async () => {
  const noMethods: FormCheck = ({ address }) =>
    address.includes('/first/auth') ? ['somebody proves who they are'] : [];
  const walk = () => randomFormWalk(2, STEPS, noMethods);
  const fall = await walk();
  expect(fall?.problems).toEqual(['somebody proves who they are']);
  expect(fall && brokenFormWalkText(fall)).toContain('npm run walks -- --forms --seed 2 --walks 1');
  expect(await walk()).toEqual(fall);
});
