import { expect, it } from 'vitest';
import { createActor, fromPromise, SimulatedClock } from 'xstate';
import { REGISTER_APP_INPUT } from '#cases/register-app/register-app.cases.ts';
import { registerAppMachine } from '#machines/register-app/register-app.machine.ts';
import type { RegisterAppCallInput } from '#machines/register-app/register-app.types.ts';
import type { Timed } from '#machines/shared/registration-flow.ts';
import { type Result, success } from '#machines/shared/result.ts';
import { deliverAnswers } from '#tests/support/deliver-answers.ts';
import { growth, MAX_GROWTH_BYTES, referencedBytes } from '#tests/support/heap.ts';
import { IS_TEST_ALL } from '#tests/support/test-all.ts';

/** A day in `npm run test:all`, which shows a slow leak of memory; otherwise eleven minutes, which is two links. */
const PERIODS = IS_TEST_ALL ? 24 : 1;
const SECONDS_OF_PERIOD = IS_TEST_ALL ? 3600 : 660;

const SECONDS_OF_LINK = 300;

it('the app is polled once a second during several links, by one call at a time, and the memory does not grow', {
  timeout: 0,
}, async () => {
  const counts = { running: 0, maxRunning: 0, polls: 0, links: 0 };
  const clock = new SimulatedClock();
  const machine = registerAppMachine.provide({
    actors: {
      generateAk: fromPromise<Result<string>, RegisterAppCallInput>(async () => success('ak-1')),
      sendLink: fromPromise<Timed<unknown>, RegisterAppCallInput & { ak: string; clientId: string }>(
        async () => {
          counts.links += 1;
          return { at: clock.now(), answer: success({}) };
        },
      ),
      checkRegistered: fromPromise<Result<boolean>, RegisterAppCallInput>(async () => {
        counts.running += 1;
        counts.polls += 1;
        counts.maxRunning = Math.max(counts.maxRunning, counts.running);
        await null;
        counts.running -= 1;
        return success(false);
      }),
    },
  });
  const actor = createActor(machine, { input: REGISTER_APP_INPUT, clock }).start();
  const size = (): number => JSON.stringify(actor.getPersistedSnapshot()).length;
  actor.send({ type: 'method.chosen', method: 'sms' });
  await deliverAnswers();
  const firstSize = size();
  const memoryUse: number[] = [];
  for (let period = 1; period <= PERIODS; period += 1) {
    for (let second = 0; second < SECONDS_OF_PERIOD; second += 1) {
      clock.increment(1000);
      await deliverAnswers();
      if (!actor.getSnapshot().matches('expired')) continue;
      actor.send({ type: 'code.renew' });
      await deliverAnswers();
    }
    expect(counts.maxRunning).toBe(1);
    expect(size()).toBeLessThanOrEqual(firstSize + String(clock.now()).length);
    expect(Object.keys(actor.getSnapshot().children).length).toBeLessThanOrEqual(1);
    memoryUse.push(referencedBytes());
  }
  const seconds = PERIODS * SECONDS_OF_PERIOD;
  expect(counts.links).toBeGreaterThan(seconds / (SECONDS_OF_LINK + 2));
  expect(counts.polls).toBeGreaterThan(seconds * 0.98);
  expect(counts.polls).toBeLessThan(seconds * 1.02);
  if (IS_TEST_ALL) expect(growth(memoryUse)).toBeLessThan(MAX_GROWTH_BYTES);
});
