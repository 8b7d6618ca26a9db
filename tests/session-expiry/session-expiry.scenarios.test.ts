import { expect, it } from 'vitest';
import { SESSION_COUNTDOWN, sessionExpiryMachine } from '#machines/session-expiry/session-expiry.machine.ts';
import { start } from '#tests/support/model/start.ts';

it('counts twenty seconds from the clock and ends by itself', async () => {
  const { actor, clock, ports } = start(sessionExpiryMachine, undefined);
  await ports.readClock.answer(1000);
  expect(actor.getSnapshot().context.deadline).toBe(1000 + SESSION_COUNTDOWN);
  await clock.advance(SESSION_COUNTDOWN - 1);
  expect(actor.getSnapshot().status).toBe('active');
  await clock.advance(1);
  expect(actor.getSnapshot().status).toBe('done');
});

it('ends at once when the person asks for it, even before the clock was read', () => {
  const { actor } = start(sessionExpiryMachine, undefined);
  actor.send({ type: 'session.leave' });
  expect(actor.getSnapshot().status).toBe('done');
});

it('stays for good when the person asks for it, with the way to the login', async () => {
  const { actor, clock, ports } = start(sessionExpiryMachine, undefined);
  await ports.readClock.answer(0);
  actor.send({ type: 'session.stay' });
  await clock.advance(100 * SESSION_COUNTDOWN);
  expect(actor.getSnapshot().value).toBe('stayed');
  actor.send({ type: 'session.leave' });
  expect(actor.getSnapshot().status).toBe('done');
});

it('ends by itself without a clock', async () => {
  const { actor, clock, ports } = start(sessionExpiryMachine, undefined);
  await ports.readClock.fail();
  expect(actor.getSnapshot().context.deadline).toBeNull();
  await clock.advance(SESSION_COUNTDOWN);
  expect(actor.getSnapshot().status).toBe('done');
});
