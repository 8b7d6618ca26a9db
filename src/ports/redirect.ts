import { fromPromise } from 'xstate';
import type { DatedSummary } from '#machines/redirect/redirect.machine.ts';
import { type Result, success } from '#machines/shared/result.ts';
import type { Client } from '#src/api/client.ts';
import { fetchAuthSummary } from '#src/api/summary.ts';
import { REQUEST_PARAM } from '#wire/names.ts';
import type { RequestCache } from './request-cache.ts';

type RedirectEffects = {
  readonly client: Client;
  readonly pageWindow: Window;
  /** Returns the time in epoch milliseconds. */
  readonly now: () => number;
  /** Whether the person stopped the countdown on the current page before a reload. */
  readonly isCountdownStopped: () => boolean;
  /** Contains the answer about the request if it arrived before the redirect page needs it. */
  readonly requestCache: RequestCache;
};

export const redirectPorts = ({
  client,
  pageWindow,
  now,
  isCountdownStopped,
  requestCache,
}: RedirectEffects) => ({
  /**
   * Fetches the request whose ID is in the query. Without an ID, fetches the newest request of the session (rule 42).
   */
  fetchSummary: fromPromise<Result<DatedSummary>>(async ({ signal }) => {
    const requestId = new URLSearchParams(pageWindow.location.search).get(REQUEST_PARAM);
    const answer = requestCache.take() ?? (await fetchAuthSummary(client, signal, requestId));
    return answer.ok
      ? success({ summary: answer.value, at: now(), isCountdownStopped: isCountdownStopped() })
      : answer;
  }),
});
