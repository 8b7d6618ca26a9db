import { expect, it } from 'vitest';
import { noticeMachine } from '#machines/notice/notice.machine.ts';
import { start } from '#tests/support/model/start.ts';

it('keeps the reason of the address and leads to the start', () => {
  const { actor } = start(noticeMachine, { reason: 'constructor' });
  expect(actor.getSnapshot()).toMatchObject({ value: 'shown', context: { reason: 'constructor' } });
  actor.send({ type: 'notice.leave' });
  expect(actor.getSnapshot().status).toBe('done');
});
