import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { assign, createActor, setup } from 'xstate';

import {
  acceptedEvents,
  actorsIn,
  innermostStatesOf,
  newestFlow,
  statesOf,
  timersOf,
} from '#src/inspector/actors.ts';
import { createFeed } from '#src/inspector/feed.ts';
import { settle } from '#tests/support/ports.ts';
import { sendCode, type WatchedPortal, watchedPortal } from './watched-portal.ts';

const charts = import.meta.glob<string>('/docs/flows/*.svg', {
  query: '?raw',
  import: 'default',
  eager: true,
});

let watched: WatchedPortal;
beforeEach(() => {
  watched = watchedPortal();
});
afterEach(() => watched.portal.actor.stop());

const paths = () => actorsIn(watched.portal.actor).map(({ path }) => path);
const flow = () => newestFlow(actorsIn(watched.portal.actor));

describe('the actors', () => {
  test('are the portal and its running flows and ports', async () => {
    expect(paths()).toEqual(expect.arrayContaining(['portal', 'portal/network', 'portal/id-entry']));
    await watched.portal.identify('kim');
    expect(paths()).toContain('portal/password');
    expect(paths()).not.toContain('portal/id-entry');
    const ports = actorsIn(watched.portal.actor).filter(({ machine }) => machine === null);
    expect(ports.map(({ path }) => path)).toContain('portal/network/watchNetwork');
  });

  test('include the newest flow, the one that started last', async () => {
    expect(flow()?.path).toBe('portal/id-entry');
    await watched.portal.identify('kim');
    expect(flow()?.path).toBe('portal/password');
  });

  test('are in states that the exported charts contain', async () => {
    for (const { ref, machine } of actorsIn(watched.portal.actor)) {
      const childStates = statesOf(ref).filter((id) => id !== machine);
      const svgs = Object.entries(charts).flatMap(([path, svg]) =>
        path.startsWith(`/docs/flows/${machine}.`) ? svg : [],
      );
      for (const id of childStates) expect(svgs.join('')).toContain(`data-state="${id}"`);
      expect(innermostStatesOf(ref)).not.toBe('');
    }
  });
});

describe('timers', () => {
  test('are listed with the name of the delay, the state and the due time, the next due first', async () => {
    expect(timersOf(watched.portal.actor)).toEqual([]);
    await sendCode(watched.portal);
    const timers = () => timersOf(watched.portal.actor).map(({ name, state, dueAt }) => [name, state, dueAt]);
    expect(timers()).toEqual([
      ['codeWarning', 'sent-code.working.delivery.sent.fresh', 240_000],
      ['codeLifetime', 'sent-code.working.delivery.sent', 300_000],
    ]);
    await watched.portal.clock.advance(240_000);
    expect(timers()).toEqual([['codeLifetime', 'sent-code.working.delivery.sent', 300_000]]);
    await watched.portal.clock.advance(60_000);
    expect(timers()).toEqual([]);
  });
});

describe('the events of an actor', () => {
  const machine = setup({
    types: { events: {} as { type: 'a.go' } | { type: 'b.stay' } | { type: 'c.say'; text: string } },
    guards: { isLong: (_, text: string) => text.length > 3, isNever: () => false },
  }).createMachine({
    id: 'machine',
    initial: 'idle',
    states: {
      idle: {
        on: {
          'a.go': 'idle',
          'b.stay': { guard: 'isNever', target: 'idle' },
          'c.say': { guard: { type: 'isLong', params: ({ event }) => event.text }, target: 'idle' },
        },
        after: { 5: 'idle' },
      },
    },
  });

  test('say whether the actor accepts them now: yes, no or perhaps', () => {
    const actor = createActor(machine, { clock: watched.portal.clock }).start();
    expect(acceptedEvents(actor)).toEqual([
      { type: 'a.go', can: 'yes' },
      { type: 'b.stay', can: 'no' },
      { type: 'c.say', can: 'perhaps' },
    ]);
    actor.stop();
  });
});

describe('the feed', () => {
  const counter = setup({
    types: {
      context: {} as { count: number },
      events: {} as { type: 'count.up'; by: number; password?: string },
    },
  }).createMachine({
    id: 'counter',
    context: { count: 0 },
    on: {
      'count.up': {
        guard: ({ event }) => event.by > 0,
        actions: assign({ count: ({ context, event }) => context.count + event.by }),
      },
    },
  });

  function openFeed(limit?: number) {
    let now = 100;
    const feed = createFeed(() => now, limit);
    const actor = createActor(counter, { inspect: feed.inspect }).start();
    const send = (by: number, password?: string) => {
      now += 1;
      actor.send({ type: 'count.up', by, ...(password !== undefined && { password }) });
    };
    return { feed, send };
  }

  test('records each event with the transition that it caused', () => {
    const { feed, send } = openFeed();
    send(2);
    send(-1);
    expect(
      feed
        .events()
        .map(({ at, machine, type, payload, transitions }) => [at, machine, type, payload, transitions]),
    ).toEqual([
      [100, 'counter', 'xstate.init', {}, expect.anything()],
      [101, 'counter', 'count.up', { by: 2 }, ['counter/event:count.up/0']],
      [102, 'counter', 'count.up', { by: -1 }, []],
    ]);
  });

  test('has only the last events, with their secrets masked', () => {
    const { feed, send } = openFeed(3);
    for (let by = 1; by <= 5; by += 1) send(by, 'hunter2');
    expect(feed.events().map(({ payload }) => payload)).toEqual(
      [3, 4, 5].map((by) => ({ by, password: '‹hidden text›' })),
    );
  });

  test('notifies a listener once per batch, until it unsubscribes', async () => {
    const { feed, send } = openFeed();
    await settle();
    const listener = vi.fn();
    const unsubscribe = feed.subscribe(listener);
    send(1);
    send(2);
    expect(listener).not.toHaveBeenCalled();
    await settle();
    expect(listener).toHaveBeenCalledTimes(1);
    unsubscribe();
    send(3);
    await settle();
    expect(listener).toHaveBeenCalledTimes(1);
  });
});
