import { expect, it } from 'vitest';
import { errorPageMachine } from '#machines/error-page/error-page.machine.ts';
import { start } from '#tests/support/model/start.ts';

it('the error page has the reason of its address and leads to the start page', () => {
  const { actor } = start(errorPageMachine, { reason: 'constructor' });
  expect(actor.getSnapshot()).toMatchObject({ value: 'shown', context: { reason: 'constructor' } });
  actor.send({ type: 'notice.leave' });
  expect(actor.getSnapshot().status).toBe('done');
});
