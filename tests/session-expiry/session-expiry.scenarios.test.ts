import { expect, it } from 'vitest';
import { SESSION_COUNTDOWN, sessionExpiryMachine } from '#machines/session-expiry/session-expiry.machine.ts';
import { start } from '#tests/support/model/start.ts';

it('the countdown lasts twenty seconds from the time of the clock, and then ends the screen', async () => {
  const { actor, clock, ports } = start(sessionExpiryMachine, undefined);
  await ports.readClock.answer(1000);
  expect(actor.getSnapshot().context.deadline).toBe(1000 + SESSION_COUNTDOWN);
  await clock.advance(SESSION_COUNTDOWN - 1);
  expect(actor.getSnapshot().status).toBe('active');
  await clock.advance(1);
  expect(actor.getSnapshot().status).toBe('done');
});

it('the screen ends immediately on request, even before the clock was read', () => {
  const { actor } = start(sessionExpiryMachine, undefined);
  actor.send({ type: 'session.leave' });
  expect(actor.getSnapshot().status).toBe('done');
});

it('a stopped countdown does not end the screen, which can then be left by request', async () => {
  const { actor, clock, ports } = start(sessionExpiryMachine, undefined);
  await ports.readClock.answer(0);
  actor.send({ type: 'session.stay' });
  await clock.advance(100 * SESSION_COUNTDOWN);
  expect(actor.getSnapshot().value).toBe('stayed');
  actor.send({ type: 'session.leave' });
  expect(actor.getSnapshot().status).toBe('done');
});

it('the screen ends automatically also when the clock cannot be read', async () => {
  const { actor, clock, ports } = start(sessionExpiryMachine, undefined);
  await ports.readClock.fail();
  expect(actor.getSnapshot().context.deadline).toBeNull();
  await clock.advance(SESSION_COUNTDOWN);
  expect(actor.getSnapshot().status).toBe('done');
});
