import { expect, it, onTestFinished, vi } from 'vitest';
import { createActor, setup } from 'xstate';
import type { SessionUse } from '#machines/idle/idle.machine.ts';
import { failed, UNREACHABLE } from '#machines/shared/result.ts';
import type { Client } from '#src/api/client.ts';
import type { fetchAuthSummary } from '#src/api/summary.ts';
import { createAnswers, idlePorts } from '#src/ports/idle.ts';
import { settle } from '#tests/support/ports.ts';

const client = {} as Client;

/** Tabs of a browser: what one posts is heard by all others. */
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

/** A tab in which the use of the session is watched. */
function tabOf({ page }: ReturnType<typeof browser>, now = () => 5000) {
  const answers = createAnswers();
  const heard: number[] = [];
  const { watchUse } = idlePorts(client, page, answers, now, () => Promise.reject(new Error('unwanted')));
  const machine = setup({ types: { events: {} as SessionUse }, actors: { watchUse } }).createMachine({
    invoke: { src: 'watchUse' },
    on: { 'session.used': { actions: ({ event }) => heard.push(event.at) } },
  });
  const actor = createActor(machine).start();
  onTestFinished(() => void actor.stop());
  return { answers, heard, close: () => actor.stop() };
}

it('tells every tab of the page and of each answer, when its call was made', () => {
  const all = browser();
  const first = tabOf(all, () => 1000);
  const second = tabOf(all, () => 2000);
  first.answers.report(3000);
  second.answers.report(4000);
  expect(first.heard).toEqual([1000, 2000, 3000, 4000]);
  expect(second.heard).toEqual([2000, 3000, 4000]);
});

it('hears nothing any more once it is closed, and nothing that is no time', () => {
  const all = browser();
  const first = tabOf(all);
  const second = tabOf(all);
  const other = new (all.page.BroadcastChannel as new (name: string) => BroadcastChannel)('munjigi.use');
  other.postMessage('now');
  first.close();
  first.answers.report(6000);
  expect([first.heard, second.heard, all.open.size]).toEqual([[5000, 5000], [5000], 1]);
});

it('keeps the session by a call, and says when it was answered', async () => {
  const ask = vi.fn<typeof fetchAuthSummary>(async () => failed(UNREACHABLE));
  const { extendSession } = idlePorts(
    client,
    browser().page,
    createAnswers(),
    () => 7000,
    async () => ask,
  );
  const actor = createActor(extendSession).start();
  await settle();
  expect(actor.getSnapshot().output).toEqual({ answer: failed(UNREACHABLE), at: 7000 });
  expect(ask).toHaveBeenCalledWith(client, expect.any(AbortSignal));
});
