import { afterAll, expect, test, vi } from 'vitest';
import { IS_TEST_ALL } from '#tests/support/test-all.ts';
import { RACES } from './races.ts';
import { openServers } from './servers.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 });

/** How often each race runs, with another seed for the order of its statements each time (`npm run races`). */
const SCHEDULES = Number(process.env['RACE_SCHEDULES'] ?? (IS_TEST_ALL ? 100 : 2));

/** A race that runs at least so often must run in at least so many different orders. */
const MIN_SCHEDULES = 20;
const MIN_ORDERS = 5;

const servers = await openServers();
afterAll(() => servers.close());

test('there are more than 20 races', () => {
  expect(Object.keys(RACES).length).toBeGreaterThan(20);
});

const orders = new Map<string, number>();
afterAll(() => {
  if (IS_TEST_ALL)
    console.log(`Orders of ${SCHEDULES} runs each: ${JSON.stringify(Object.fromEntries(orders))}`);
});

test.each(Object.entries(RACES))(
  'the outcome is allowed in every order of statements: %s',
  async (name, prepare) => {
    const ordersOfRace = new Set<string>();
    for (let seed = 0; seed < SCHEDULES; seed += 1) {
      const { one, other, expectOutcome } = await prepare(servers);
      const { answers, order } = await servers.runBoth(seed, one, other);
      ordersOfRace.add(order);
      await expectOutcome(answers);
    }
    orders.set(name, ordersOfRace.size);
    expect(ordersOfRace.size).toBeGreaterThanOrEqual(SCHEDULES < MIN_SCHEDULES ? 1 : MIN_ORDERS);
  },
);
