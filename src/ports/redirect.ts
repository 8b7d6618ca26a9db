import { fromPromise } from 'xstate';
import type { DatedSummary } from '#machines/redirect/redirect.machine.ts';
import { type Result, success } from '#machines/shared/result.ts';
import type { Client } from '#src/api/client.ts';
import { fetchAuthSummary } from '#src/api/summary.ts';
import type { KnownRequest } from './known-request.ts';

/**
 * @param hasStayed whether the countdown of this page was stopped before a reload
 * @param known what need not be asked for
 */
export const redirectPorts = (
  client: Client,
  now: () => number,
  hasStayed: () => boolean,
  known: KnownRequest,
) => ({
  fetchSummary: fromPromise<Result<DatedSummary>>(async ({ signal }) => {
    const answer = known.take() ?? (await fetchAuthSummary(client, signal));
    return answer.ok ? success({ summary: answer.value, at: now(), hasStayed: hasStayed() }) : answer;
  }),
});
