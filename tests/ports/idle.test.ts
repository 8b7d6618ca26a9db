import { expect, it, onTestFinished, vi } from 'vitest';
import { createActor, setup } from 'xstate';
import type { SessionUse } from '#machines/idle/idle.machine.ts';
import { failed, UNREACHABLE } from '#machines/shared/result.ts';
import type { Client } from '#src/api/client.ts';
import type { fetchAuthSummary } from '#src/api/summary.ts';
import { createAnswers, idlePorts } from '#src/ports/idle.ts';
import { settle } from '#tests/support/ports.ts';

const client = {} as Client;

/** A browser in which all tabs receive the messages of the others. */
function browser() {
  type Listener = (message: { readonly data: unknown }) => void;
  const open = new Map<object, Listener>();
  class BroadcastChannel {
    addEventListener(_: 'message', listener: Listener) {
      open.set(this, listener);
    }
    postMessage(data: unknown) {
      for (const [channel, listener] of open) if (channel !== this) listener({ data });
    }
    close() {
      open.delete(this);
    }
  }
  return { page: { BroadcastChannel } as unknown as typeof globalThis, open };
}

/** Opens a tab that watches the use of the session. */
function tabOf({ page }: ReturnType<typeof browser>, now = () => 5000) {
  const answers = createAnswers();
  const useTimes: number[] = [];
  const { watchUse } = idlePorts(client, page, answers, now, () => Promise.reject(new Error('not expected')));
  const machine = setup({ types: { events: {} as SessionUse }, actors: { watchUse } }).createMachine({
    invoke: { src: 'watchUse' },
    on: { 'session.used': { actions: ({ event }) => useTimes.push(event.at) } },
  });
  const actor = createActor(machine).start();
  onTestFinished(() => void actor.stop());
  return { answers, useTimes, close: () => actor.stop() };
}

it('every tab receives the times of the page load and of each answered call', () => {
  const tabs = browser();
  const first = tabOf(tabs, () => 1000);
  const second = tabOf(tabs, () => 2000);
  first.answers.report(3000);
  second.answers.report(4000);
  expect(first.useTimes).toEqual([1000, 2000, 3000, 4000]);
  expect(second.useTimes).toEqual([2000, 3000, 4000]);
});

it('a closed tab receives nothing, and a message that is not a time is ignored', () => {
  const tabs = browser();
  const first = tabOf(tabs);
  const second = tabOf(tabs);
  const other = new (tabs.page.BroadcastChannel as new (name: string) => BroadcastChannel)('munjigi.use');
  other.postMessage('now');
  first.close();
  first.answers.report(6000);
  expect([first.useTimes, second.useTimes, tabs.open.size]).toEqual([[5000, 5000], [5000], 1]);
});

it('a call extends the session, and its result has the time of the answer', async () => {
  const fetchSummary = vi.fn<typeof fetchAuthSummary>(async () => failed(UNREACHABLE));
  const { extendSession } = idlePorts(
    client,
    browser().page,
    createAnswers(),
    () => 7000,
    async () => fetchSummary,
  );
  const actor = createActor(extendSession).start();
  await settle();
  expect(actor.getSnapshot().output).toEqual({ answer: failed(UNREACHABLE), at: 7000 });
  expect(fetchSummary).toHaveBeenCalledWith(client, expect.any(AbortSignal));
});
