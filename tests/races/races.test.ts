import { afterAll, expect, test, vi } from 'vitest';
import { IS_TEST_ALL } from '#tests/support/test-all.ts';
import { RACES } from './races.ts';
import { openServers } from './servers.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 });

/** How often each race runs (`npm run races`); each run has another seed for the order of the statements. */
const RUN_COUNT = Number(process.env['RACE_SCHEDULES'] ?? (IS_TEST_ALL ? 100 : 2));

/** In RUN_COUNT_FOR_ORDERS runs or more, a race must have at least MIN_ORDERS different orders. */
const RUN_COUNT_FOR_ORDERS = 20;
const MIN_ORDERS = 5;

const servers = await openServers();
afterAll(() => servers.close());

test('there are more than 20 races', () => {
  expect(Object.keys(RACES).length).toBeGreaterThan(20);
});

const orderCounts = new Map<string, number>();
afterAll(() => {
  if (IS_TEST_ALL)
    console.log(`Orders of ${RUN_COUNT} runs each: ${JSON.stringify(Object.fromEntries(orderCounts))}`);
});

test.each(Object.entries(RACES))(
  'the outcome is allowed in every order of statements: %s',
  async (name, prepare) => {
    const ordersOfRace = new Set<string>();
    for (let seed = 0; seed < RUN_COUNT; seed += 1) {
      const { one, other, expectOutcome } = await prepare(servers);
      const { answers, order } = await servers.runBoth(seed, one, other);
      ordersOfRace.add(order);
      await expectOutcome(answers);
    }
    orderCounts.set(name, ordersOfRace.size);
    expect(ordersOfRace.size).toBeGreaterThanOrEqual(RUN_COUNT < RUN_COUNT_FOR_ORDERS ? 1 : MIN_ORDERS);
  },
);
