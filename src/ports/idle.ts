import { fromCallback, fromPromise } from 'xstate';
import type { ExtendResult, SessionUse } from '#machines/idle/idle.machine.ts';
import type { Client } from '#src/api/client.ts';
import type { fetchAuthSummary } from '#src/api/summary.ts';

const CHANNEL = 'munjigi.use';

/** Notifies listeners of the server's answers to calls of this page. */
export type Answers = {
  /** Reports an answer to a call made at `sentAt` (epoch milliseconds). */
  readonly report: (sentAt: number) => void;
  /** Calls the listener for each answer; returns a function that removes it. */
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

type Page = Pick<typeof globalThis, 'BroadcastChannel'>;

/**
 * Tracks session use in all tabs. The page load counts as use.
 * @param now epoch milliseconds
 * @param loadCall loads the call, which is in the late chunk
 */
export const idlePorts = (
  client: Client,
  pageWindow: Page,
  answers: Pick<Answers, 'subscribe'>,
  now: () => number,
  loadCall: () => Promise<typeof fetchAuthSummary>,
) => ({
  watchUse: fromCallback<SessionUse>(({ sendBack }) => {
    const reportUse = (at: number) => sendBack({ type: 'session.used', at });
    const channel = new pageWindow.BroadcastChannel(CHANNEL);
    channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (typeof data === 'number') reportUse(data);
    });
    const broadcastUse = (at: number) => {
      reportUse(at);
      channel.postMessage(at);
    };
    broadcastUse(now());
    const stop = answers.subscribe(broadcastUse);
    return () => {
      stop();
      channel.close();
    };
  }),
  readClock: fromPromise<number>(async () => now()),
  extendSession: fromPromise<ExtendResult>(async ({ signal }) => {
    const fetchSummary = await loadCall();
    const answer = await fetchSummary(client, signal);
    return { answer, at: now() };
  }),
});
