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
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Whether the countdown of this page was stopped before a reload. */
  readonly isCountdownStopped: () => boolean;
  /** An answer that arrived before it was requested. */
  readonly requestCache: RequestCache;
};

/** Fetches the summary of the request that the address names, or else of the session's newest request (rule 42). */
export const redirectPorts = ({
  client,
  pageWindow,
  now,
  isCountdownStopped,
  requestCache,
}: RedirectEffects) => ({
  fetchSummary: fromPromise<Result<DatedSummary>>(async ({ signal }) => {
    const requestId = new URLSearchParams(pageWindow.location.search).get(REQUEST_PARAM);
    const answer = requestCache.take() ?? (await fetchAuthSummary(client, signal, requestId));
    return answer.ok
      ? success({ summary: answer.value, at: now(), isCountdownStopped: isCountdownStopped() })
      : answer;
  }),
});
