import { fromCallback, fromPromise } from 'xstate';
import type { ExtendResult, SessionUse } from '#machines/idle/idle.machine.ts';
import type { Client } from '#src/api/client.ts';
import type { fetchAuthSummary } from '#src/api/summary.ts';

/** The name of the channel on which tabs report that they have used the session. */
const CHANNEL_NAME = 'munjigi.use';

/** Notifies listeners when the server has answered a call of this page. */
export type Answers = {
  /** Notifies the listeners of an answer. `sentAt`: the time of its call in epoch milliseconds. */
  readonly report: (sentAt: number) => void;
  /** Adds a listener. Returns a function that removes it. */
  readonly subscribe: (listener: (sentAt: number) => void) => () => void;
};

export function createAnswers(): Answers {
  const listeners = new Set<(sentAt: number) => void>();
  return {
    report: (sentAt) => {
      for (const listener of listeners) listener(sentAt);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

type ChannelWindow = Pick<typeof globalThis, 'BroadcastChannel'>;

/**
 * Tracks in all tabs when the session was used last. A call and the load of a page are uses.
 * @param now returns the time in epoch milliseconds
 * @param loadFetchSummary loads the function that makes the call, which is in the late chunk
 */
export const idlePorts = (
  client: Client,
  pageWindow: ChannelWindow,
  answers: Pick<Answers, 'subscribe'>,
  now: () => number,
  loadFetchSummary: () => Promise<typeof fetchAuthSummary>,
) => ({
  watchUse: fromCallback<SessionUse>(({ sendBack }) => {
    const reportUse = (at: number) => sendBack({ type: 'session.used', at });
    const channel = new pageWindow.BroadcastChannel(CHANNEL_NAME);
    channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (typeof data === 'number') reportUse(data);
    });
    const broadcastUse = (at: number) => {
      reportUse(at);
      channel.postMessage(at);
    };
    broadcastUse(now());
    const unsubscribe = answers.subscribe(broadcastUse);
    return () => {
      unsubscribe();
      channel.close();
    };
  }),
  readClock: fromPromise<number>(async () => now()),
  extendSession: fromPromise<ExtendResult>(async ({ signal }) => {
    const fetchSummary = await loadFetchSummary();
    const answer = await fetchSummary(client, signal);
    return { answer, at: now() };
  }),
});
