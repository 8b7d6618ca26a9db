import { expect, test } from 'vitest';
import { createActor, fromTransition } from 'xstate';
import { lazyLogic } from '#src/app/boot/lazy-logic.ts';

test('a logic is made once, when an actor first needs it', () => {
  const { logic, provide: arrive } = lazyLogic('push');
  let made = 0;
  arrive(() => {
    made += 1;
    return fromTransition((count: number) => count + 1, 0);
  });
  expect(made).toBe(0);
  const actor = createActor(logic).start();
  actor.send({ type: 'any' });
  arrive(() => {
    throw new Error('It has arrived before');
  });
  actor.send({ type: 'any' });
  expect([actor.getSnapshot().context, made]).toEqual([2, 1]);
});
