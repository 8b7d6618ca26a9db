import { networkMatcher } from '#server/config/network-range.ts';
import { dayOf } from './days.ts';
import type { AuditLine } from './line.ts';
import type { AuditHistory } from './open.ts';

/** Conditions for events. An absent field selects all events. */
export type AuditQuery = {
  readonly account?: string;
  /** The client service. */
  readonly client?: string;
  /** An address, or a network such as 203.0.113.0/24. */
  readonly network?: string;
  /** Earliest time, in epoch milliseconds. */
  readonly from?: number;
  /** End of the time range, not included, in epoch milliseconds. */
  readonly until?: number;
};

/** The events that match a query, the oldest first. */
export async function* eventsIn(history: AuditHistory, query: AuditQuery): AsyncGenerator<AuditLine> {
  const { account, client, network, from, until } = query;
  const isInNetwork = network === undefined ? () => true : networkMatcher(network);
  if (!isInNetwork) return;
  const range = {
    ...(from !== undefined && { from: dayOf(from) }),
    ...(until !== undefined && { until: dayOf(until) }),
  };
  for await (const { lines } of history.days(range)) {
    for (const line of lines) {
      if (line === null) continue;
      const at = Date.parse(line.time);
      const isMatch =
        (account === undefined || line.account === account) &&
        (client === undefined || line.client === client) &&
        (from === undefined || at >= from) &&
        (until === undefined || at < until) &&
        isInNetwork(line.address);
      if (isMatch) yield line;
    }
  }
}
