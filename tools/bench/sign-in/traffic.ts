import type { CDPSession } from '@playwright/test';

/** The network traffic of a part of a sign-in. */
export type Traffic = {
  readonly requests: number;
  readonly bytes: number;
  /** Length of a chain of requests, each of which started after the previous one had ended. */
  readonly roundTrips: number;
};

type Exchange = { readonly url: string; readonly startedAt: number; endedAt: number; bytes: number };

/** Records every exchange of a page; a redirect is an exchange. Times in epoch milliseconds. */
export function watchTraffic(cdp: CDPSession) {
  const open = new Map<string, Exchange>();
  const exchanges: Exchange[] = [];
  let offset = 0;
  const end = (id: string, timestamp: number, bytes: number): void => {
    const exchange = open.get(id);
    open.delete(id);
    if (exchange) Object.assign(exchange, { endedAt: timestamp * 1000 + offset, bytes });
  };
  cdp.on('Network.requestWillBeSent', ({ requestId, request, timestamp, wallTime, redirectResponse }) => {
    offset = wallTime * 1000 - timestamp * 1000;
    if (redirectResponse) end(requestId, timestamp, redirectResponse.encodedDataLength);
    const exchange = {
      url: request.url,
      startedAt: wallTime * 1000,
      endedAt: Number.POSITIVE_INFINITY,
      bytes: 0,
    };
    if (!/^https?:/.test(request.url)) return;
    open.set(requestId, exchange);
    exchanges.push(exchange);
  });
  cdp.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) =>
    end(requestId, timestamp, encodedDataLength),
  );
  cdp.on('Network.loadingFailed', ({ requestId, timestamp }) => end(requestId, timestamp, 0));

  return {
    /** When the last exchange whose address contains `path` began; null for none. */
    startOf: (path: string): number | null =>
      exchanges.findLast(({ url }) => url.includes(path))?.startedAt ?? null,
    /** When the last answer of an address that contains `path` was complete; null for none. */
    endOf: (path: string): number | null =>
      exchanges.findLast(({ url, endedAt }) => url.includes(path) && Number.isFinite(endedAt))?.endedAt ??
      null,
    between(from: number, until: number): Traffic {
      const within = exchanges.filter(({ startedAt }) => startedAt >= from - 1 && startedAt < until);
      const finished = within
        .filter(({ endedAt }) => endedAt <= until)
        .toSorted((one, other) => one.endedAt - other.endedAt);
      let roundTrips = 0;
      let lastEnd = 0;
      for (const { startedAt, endedAt } of finished) {
        if (startedAt < lastEnd - 1) continue;
        roundTrips += 1;
        lastEnd = endedAt;
      }
      return {
        requests: within.length,
        bytes: finished.reduce((sum, { bytes }) => sum + bytes, 0),
        roundTrips,
      };
    },
  };
}
