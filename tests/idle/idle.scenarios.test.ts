import { expect, it, vi } from 'vitest';
import { idleMachine, type SessionUse } from '#machines/idle/idle.machine.ts';
import { failed, success, UNEXPECTED, UNREACHABLE } from '#machines/shared/result.ts';
import { run } from '#tests/support/model/start.ts';
import { script, scriptedSource } from '#tests/support/ports.ts';

const MINUTE = 60_000;
/** The server ends a session after half an hour. */
const SESSION_LIFETIME = 30 * MINUTE;
const LAST_USE_AT = 1_000_000;

/** Opens a page whose session was just used; its clock advances with its timers. */
function openPage(lifetimeMs = SESSION_LIFETIME) {
  const use = scriptedSource<SessionUse>();
  const reportEnd = vi.fn<() => void>();
  const { machine, ports } = script(idleMachine, { actors: { watchUse: use.logic }, actions: { reportEnd } });
  const { actor, clock } = run(machine, { lifetimeMs });
  let elapsed = 0;
  const wait = async (ms: number) => {
    elapsed += ms;
    await clock.advance(ms);
  };
  const now = () => LAST_USE_AT + elapsed;
  const reportUse = () => use.report({ type: 'session.used', at: now() });
  /** Waits until the warning is due, and reads the clock. */
  const waitForWarning = async () => {
    await wait(lifetimeMs - 2 * MINUTE);
    await ports.readClock.answer(now());
  };
  reportUse();
  return {
    actor,
    clock,
    ports,
    reportEnd,
    wait,
    now,
    reportUse,
    waitForWarning,
    value: () => actor.getSnapshot().value,
    context: () => actor.getSnapshot().context,
  };
}

it('a warning is shown two minutes before the end, and the end is reported when the person does not respond', async () => {
  const page = openPage();
  await page.wait(28 * MINUTE - 1);
  expect(page.value()).toBe('active');
  await page.wait(1);
  await page.ports.readClock.answer(page.now());
  expect([page.value(), page.context().deadline]).toEqual(['warned', LAST_USE_AT + SESSION_LIFETIME]);
  await page.wait(2 * MINUTE - 1);
  expect(page.reportEnd).not.toHaveBeenCalled();
  await page.wait(1);
  expect([page.value(), page.reportEnd.mock.calls.length, page.clock.timerCount]).toEqual([
    'unwatched',
    1,
    0,
  ]);
});

it('a session of twenty hours is watched', () => {
  expect(openPage(20 * 60 * MINUTE).value()).toBe('active');
});

it('a warning is shown at least twenty seconds before the end of a short session', async () => {
  const page = openPage(44_000);
  await page.wait(21_999);
  expect(page.value()).toBe('active');
  await page.wait(1);
  await page.ports.readClock.answer(page.now());
  expect([page.value(), page.context().remaining]).toEqual(['warned', 22_000]);
});

it('no warning is shown while the session is used in any tab', async () => {
  const page = openPage();
  for (let use = 0; use < 4; use += 1) {
    await page.wait(20 * MINUTE);
    page.reportUse();
  }
  expect([page.value(), page.ports.readClock.calls.length]).toEqual(['active', 0]);
});

it('the warning disappears when the session is used in another tab', async () => {
  const page = openPage();
  await page.waitForWarning();
  page.reportUse();
  expect(page.value()).toBe('active');
  await page.waitForWarning();
  expect(page.context().deadline).toBe(page.now() + 2 * MINUTE);
});

it('the session is extended by its whole lifetime when the person requests it', async () => {
  const page = openPage();
  await page.waitForWarning();
  page.actor.send({ type: 'session.keep' });
  await page.wait(1000);
  await page.ports.extendSession.answer({ answer: success(undefined), at: page.now() });
  expect([page.value(), page.context().deadline]).toEqual(['active', page.now() + SESSION_LIFETIME]);
});

it('a failed extension is explained, the countdown continues, and another try is possible', async () => {
  const page = openPage();
  await page.waitForWarning();
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

it('the session ends when its extension has no answer before the end', async () => {
  const page = openPage();
  await page.waitForWarning();
  page.actor.send({ type: 'session.keep' });
  await page.wait(2 * MINUTE);
  expect(page.reportEnd).not.toHaveBeenCalled();
  await page.ports.extendSession.answer({ answer: failed(UNREACHABLE), at: page.now() });
  expect([page.value(), page.reportEnd.mock.calls.length]).toEqual(['unwatched', 1]);
});

it('no warning is shown on a device that was asleep until after the end', async () => {
  const page = openPage();
  await page.wait(28 * MINUTE);
  await page.ports.readClock.answer(LAST_USE_AT + SESSION_LIFETIME);
  expect([page.value(), page.reportEnd.mock.calls.length]).toEqual(['unwatched', 1]);
});

it('the warning is also shown when the clock cannot be read', async () => {
  const page = openPage();
  await page.wait(28 * MINUTE);
  await page.ports.readClock.fail();
  expect(page.value()).toBe('warned');
  await page.wait(2 * MINUTE);
  expect(page.reportEnd).toHaveBeenCalledTimes(1);
});

it.each([
  ['no limit', 0],
  ['a limit of more than twenty hours', 20 * 60 * MINUTE + 1],
  ['a limit above the maximum of a timer', 30 * 24 * 60 * MINUTE],
])('nothing is watched when the server sends %s', (_, lifetimeMs) => {
  const page = openPage(lifetimeMs);
  expect([page.value(), page.clock.timerCount]).toEqual(['unwatched', 0]);
});

it('nothing is watched in a browser that cannot report activity', () => {
  const { actor, clock } = run(idleMachine, { lifetimeMs: SESSION_LIFETIME });
  expect([actor.getSnapshot().value, actor.getSnapshot().status, clock.timerCount]).toEqual([
    'unwatched',
    'active',
    0,
  ]);
});
