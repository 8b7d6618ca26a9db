import type { AnyActorRef } from 'xstate';
import type { Timer } from '#wire/server-portal.ts';
import { actorAt, actorPath } from './actor-path.ts';

/** A delayed event as XState's actor system records it (`createSystem`). */
type ScheduledEvent = {
  readonly target: AnyActorRef;
  readonly event: { readonly type: string };
  readonly delay: number;
  readonly id: string;
  readonly startedAt: number;
};

/**
 * The delayed events of a running portal, which a persisted snapshot does not contain.
 * @param now the time from which `dueAt` is calculated, in epoch milliseconds
 */
export function timersOf(portal: AnyActorRef, now: number): readonly Timer[] {
  const scheduled: Readonly<Record<string, ScheduledEvent>> = portal.system.getSnapshot()._scheduledEvents;
  // XState takes `startedAt` from `Date.now`, which may differ from `now`.
  return Object.values(scheduled).map(({ target, event, id, delay, startedAt }) => ({
    path: actorPath(target),
    id,
    event,
    dueAt: now + delay - (Date.now() - startedAt),
  }));
}

/**
 * Schedules delayed events in a portal that was started from a persisted snapshot. An event that is already due is sent
 * immediately.
 * @param now the current time in epoch milliseconds
 */
export function restoreTimers(portal: AnyActorRef, timers: readonly Timer[], now: number): void {
  for (const { path, id, event, dueAt } of timers) {
    const actor = actorAt(portal, path);
    if (actor) portal.system.scheduler.schedule(actor, actor, event, Math.max(0, dueAt - now), id);
  }
}
