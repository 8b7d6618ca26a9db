import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { IS_WHOLE } from '#tests/support/whole.ts';
import { PAIRS } from './pairs.ts';
import { numbersOf } from './schedule.ts';
import { openStage, type Stage } from './stage.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 });

/** How often each pair meets, each time in another order of its statements (`npm run races`). */
const SCHEDULES = Number(process.env['RACES'] ?? (IS_WHOLE ? 100 : 2));

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

test('there are more than 20 pairs', () => {
  expect(Object.keys(PAIRS).length).toBeGreaterThan(20);
});

test.each(Object.entries(PAIRS))('%s: whichever comes first, the same holds', async (_, prepare) => {
  for (let seed = 0; seed < SCHEDULES; seed += 1) {
    stage.schedule(null);
    const { one, other, holds } = await prepare(stage);
    stage.schedule(seed);
    const isOtherFirst = numbersOf(seed)(2) === 1;
    const late = isOtherFirst ? other() : null;
    const told = await Promise.all([one(), late ?? other()]);
    stage.schedule(null);
    await holds(told);
  }
});
