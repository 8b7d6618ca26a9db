import { expect, test } from 'vitest';
import { createActor, fromPromise, fromTransition, toPromise } from 'xstate';
import { lazyLogic, skipIf } from '#src/app/boot/lazy-logic.ts';

test('a lazy logic is created once, when an actor first needs it', () => {
  let created = 0;
  const logic = lazyLogic(() => {
    created += 1;
    return fromTransition((count: number) => count + 1, 0);
  });
  expect(created).toBe(0);
  const actor = createActor(logic).start();
  actor.send({ type: 'any' });
  actor.send({ type: 'any' });
  expect([actor.getSnapshot().context, created]).toEqual([2, 1]);
});

test.each([true, false])('a promise runs unless it can be skipped (can be skipped: %s)', async (canSkip) => {
  let calls = 0;
  const logic = fromPromise<void>(async () => {
    calls += 1;
  });
  const actor = createActor(skipIf(logic, () => canSkip)).start();
  expect([actor.getSnapshot().status, calls]).toEqual(canSkip ? ['done', 0] : ['active', 1]);
  await toPromise(actor);
});
