import { expect, test } from 'vitest';
import { createActor, fromTransition } from 'xstate';
import { lazyLogic } from '#src/app/boot/lazy-logic.ts';

test('a lazy logic is created once, when an actor first needs it', () => {
  const { logic, provide } = lazyLogic();
  let created = 0;
  provide(() => {
    created += 1;
    return fromTransition((count: number) => count + 1, 0);
  });
  expect(created).toBe(0);
  const actor = createActor(logic).start();
  actor.send({ type: 'any' });
  provide(() => {
    throw new Error('The logic exists already');
  });
  actor.send({ type: 'any' });
  expect([actor.getSnapshot().context, created]).toEqual([2, 1]);
});
