import { afterAll, expect, test, vi } from 'vitest';
import { IS_TEST_ALL } from '#tests/support/test-all.ts';
import { PAIRS } from './pairs.ts';
import { openStage } from './stage.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 });

/** How often each pair meets, each time in another order of its statements (`npm run races`). */
const SCHEDULES = Number(process.env['RACES'] ?? (IS_TEST_ALL ? 100 : 2));

/** Of this many meetings so many at least have to go in an order of their own. */
const MANY = 20;
const FEWEST_ORDERS = 5;

const stage = await openStage();
afterAll(() => stage.close());

test('there are more than 20 pairs', () => {
  expect(Object.keys(PAIRS).length).toBeGreaterThan(20);
});

const orders = new Map<string, number>();
afterAll(() => {
  if (IS_TEST_ALL)
    console.log(`Orders of ${SCHEDULES} meetings each: ${JSON.stringify(Object.fromEntries(orders))}`);
});

test.each(Object.entries(PAIRS))('%s: whichever comes first, the same holds', async (name, prepare) => {
  const events = new Set<string>();
  for (let seed = 0; seed < SCHEDULES; seed += 1) {
    const { one, other, holds } = await prepare(stage);
    const { answers, order } = await stage.meet(seed, one, other);
    events.add(order);
    await holds(answers);
  }
  orders.set(name, events.size);
  expect(events.size).toBeGreaterThanOrEqual(SCHEDULES < MANY ? 1 : FEWEST_ORDERS);
});
