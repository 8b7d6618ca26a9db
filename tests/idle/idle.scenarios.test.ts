import { expect, it, vi } from 'vitest';
import { idleMachine, type SessionUse } from '#machines/idle/idle.machine.ts';
import { failed, success, UNEXPECTED, UNREACHABLE } from '#machines/shared/result.ts';
import { run } from '#tests/support/model/start.ts';
import { script, scriptedSource } from '#tests/support/ports.ts';

const MINUTE = 60_000;
/** A server that ends a session after half an hour. */
const HELD = 30 * MINUTE;
const USED = 1_000_000;

/** A page whose session was just used, and whose clock goes with the timers. */
function watch(lifetimeMs = HELD) {
  const use = scriptedSource<SessionUse>();
  const reportEnd = vi.fn<() => void>();
  const { machine, ports } = script(idleMachine, { actors: { watchUse: use.logic }, actions: { reportEnd } });
  const { actor, clock } = run(machine, { lifetimeMs });
  let passed = 0;
  const wait = async (ms: number) => {
    passed += ms;
    await clock.advance(ms);
  };
  const now = () => USED + passed;
  const used = () => use.report({ type: 'session.used', at: now() });
  /** Waits until the warning is due, and reads the clock. */
  const warn = async () => {
    await wait(lifetimeMs - 2 * MINUTE);
    await ports.readClock.answer(now());
  };
  used();
  return {
    actor,
    clock,
    ports,
    reportEnd,
    wait,
    now,
    used,
    warn,
    value: () => actor.getSnapshot().value,
    context: () => actor.getSnapshot().context,
  };
}

it('warns two minutes before the end, and reports the expiry without an answer', async () => {
  const page = watch();
  await page.wait(28 * MINUTE - 1);
  expect(page.value()).toBe('active');
  await page.wait(1);
  await page.ports.readClock.answer(page.now());
  expect([page.value(), page.context().deadline]).toEqual(['warned', USED + HELD]);
  await page.wait(2 * MINUTE - 1);
  expect(page.reportEnd).not.toHaveBeenCalled();
  await page.wait(1);
  expect([page.value(), page.reportEnd.mock.calls.length, page.clock.timers]).toEqual(['unwatched', 1, 0]);
});

it('watches a limit of twenty hours', () => {
  expect(watch(20 * 60 * MINUTE).value()).toBe('active');
});

it('leaves at least twenty seconds where a session ends after a minute', async () => {
  const page = watch(44_000);
  await page.wait(21_999);
  expect(page.value()).toBe('active');
  await page.wait(1);
  await page.ports.readClock.answer(page.now());
  expect([page.value(), page.context().remaining]).toEqual(['warned', 22_000]);
});

it('shows no warning while the session is used in any tab', async () => {
  const page = watch();
  for (let hour = 0; hour < 4; hour++) {
    await page.wait(20 * MINUTE);
    page.used();
  }
  expect([page.value(), page.ports.readClock.calls.length]).toEqual(['active', 0]);
});

it('takes the question back when the session is used in another tab', async () => {
  const page = watch();
  await page.warn();
  page.used();
  expect(page.value()).toBe('active');
  await page.warn();
  expect(page.context().deadline).toBe(page.now() + 2 * MINUTE);
});

it('keeps the session at a press, for as long as before', async () => {
  const page = watch();
  await page.warn();
  page.actor.send({ type: 'session.keep' });
  await page.wait(1000);
  await page.ports.extendSession.answer({ answer: success(undefined), at: page.now() });
  expect([page.value(), page.context().deadline]).toEqual(['active', page.now() + HELD]);
});

it('says why the session was not kept, counts on, and can be asked again', async () => {
  const page = watch();
  await page.warn();
  page.actor.send({ type: 'session.keep' });
  await page.wait(15_000);
  await page.ports.extendSession.answer({ answer: failed(UNREACHABLE), at: page.now() });
  expect([page.value(), page.context().failure]).toEqual(['warned', UNREACHABLE]);
  page.actor.send({ type: 'session.keep' });
  await page.ports.extendSession.fail();
  expect([page.value(), page.context().failure]).toEqual(['warned', UNEXPECTED]);
  await page.wait(2 * MINUTE - 15_000);
  expect(page.reportEnd).toHaveBeenCalledTimes(1);
});

it('ends when the call that should keep the session lasts beyond the end', async () => {
  const page = watch();
  await page.warn();
  page.actor.send({ type: 'session.keep' });
  await page.wait(2 * MINUTE);
  expect(page.reportEnd).not.toHaveBeenCalled();
  await page.ports.extendSession.answer({ answer: failed(UNREACHABLE), at: page.now() });
  expect([page.value(), page.reportEnd.mock.calls.length]).toEqual(['unwatched', 1]);
});

it('asks nothing of a device that slept beyond the end', async () => {
  const page = watch();
  await page.wait(28 * MINUTE);
  await page.ports.readClock.answer(USED + HELD);
  expect([page.value(), page.reportEnd.mock.calls.length]).toEqual(['unwatched', 1]);
});

it('asks without a clock, too', async () => {
  const page = watch();
  await page.wait(28 * MINUTE);
  await page.ports.readClock.fail();
  expect(page.value()).toBe('warned');
  await page.wait(2 * MINUTE);
  expect(page.reportEnd).toHaveBeenCalledTimes(1);
});

it.each([
  ['no limit', 0],
  ['one of more than twenty hours', 20 * 60 * MINUTE + 1],
  ['one that no timer can wait for', 30 * 24 * 60 * MINUTE],
])('watches nothing where the server tells %s', (_, lifetimeMs) => {
  const page = watch(lifetimeMs);
  expect([page.value(), page.clock.timers]).toEqual(['unwatched', 0]);
});

it('does not watch in a browser that reports no activity', () => {
  const { actor, clock } = run(idleMachine, { lifetimeMs: HELD });
  expect([actor.getSnapshot().value, actor.getSnapshot().status, clock.timers]).toEqual([
    'unwatched',
    'active',
    0,
  ]);
});
