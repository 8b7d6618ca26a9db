import { expect, it } from 'vitest';
import { createActor, fromPromise, SimulatedClock } from 'xstate';
import { INPUT } from '#cases/register-app/register-app.cases.ts';
import { registerAppMachine } from '#machines/register-app/register-app.machine.ts';
import type { RegisterAppCall } from '#machines/register-app/register-app.types.ts';
import type { Timed } from '#machines/shared/registration-flow.ts';
import { type Result, success } from '#machines/shared/result.ts';
import { growth, LEAK_BYTES, referencedBytes } from '#tests/support/heap.ts';
import { IS_TEST_ALL } from '#tests/support/test-all.ts';

/** A day where everything is tried, hour by hour; what is kept too long shows only then. Else ten minutes: two links. */
const STRETCHES = IS_TEST_ALL ? 24 : 1;
const SECONDS = IS_TEST_ALL ? 3600 : 660;

const SECONDS_OF_LINK = 300;

/** Lets what has been answered arrive; cheaper than waiting for the event loop 86,400 times. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 8; turn += 1) await null;
}

it('asks for the app once a second through link after link, never twice at once, and holds no more than at first', {
  timeout: 0,
}, async () => {
  const counts = { underWay: 0, most: 0, looks: 0, links: 0 };
  const clock = new SimulatedClock();
  const machine = registerAppMachine.provide({
    actors: {
      generateAk: fromPromise<Result<string>, RegisterAppCall>(async () => success('ak-1')),
      sendLink: fromPromise<Timed<unknown>, RegisterAppCall & { ak: string; clientId: string }>(async () => {
        counts.links += 1;
        return { at: clock.now(), answer: success({}) };
      }),
      checkRegistered: fromPromise<Result<boolean>, RegisterAppCall>(async () => {
        counts.underWay += 1;
        counts.looks += 1;
        counts.most = Math.max(counts.most, counts.underWay);
        await null;
        counts.underWay -= 1;
        return success(false);
      }),
    },
  });
  const actor = createActor(machine, { input: INPUT, clock }).start();
  const size = (): number => JSON.stringify(actor.getPersistedSnapshot()).length;
  actor.send({ type: 'method.chosen', method: 'sms' });
  await settled();
  const firstSize = size();
  const held: number[] = [];
  for (let stretch = 1; stretch <= STRETCHES; stretch += 1) {
    for (let second = 0; second < SECONDS; second += 1) {
      clock.increment(1000);
      await settled();
      if (!actor.getSnapshot().matches('expired')) continue;
      actor.send({ type: 'code.renew' });
      await settled();
    }
    expect(counts.most).toBe(1);
    expect(size()).toBeLessThanOrEqual(firstSize + String(clock.now()).length);
    expect(Object.keys(actor.getSnapshot().children).length).toBeLessThanOrEqual(1);
    held.push(referencedBytes());
  }
  const seconds = STRETCHES * SECONDS;
  expect(counts.links).toBeGreaterThan(seconds / (SECONDS_OF_LINK + 2));
  expect(counts.looks).toBeGreaterThan(seconds * 0.98);
  expect(counts.looks).toBeLessThan(seconds * 1.02);
  if (IS_TEST_ALL) expect(growth(held)).toBeLessThan(LEAK_BYTES);
});
