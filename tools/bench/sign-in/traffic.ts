import type { CDPSession } from '@playwright/test';

/** The network traffic of a part of a sign-in. */
export type Traffic = {
  readonly requests: number;
  readonly bytes: number;
  /** Number of requests in the chain in which each request started after the previous request had ended. */
  readonly roundTrips: number;
};

/** A request with its response. Times are in epoch milliseconds. */
type Exchange = { readonly url: string; readonly startedAt: number; endedAt: number; bytes: number };

/** Records the requests of a page with their responses; a redirect is counted as a response. */
export function watchTraffic(cdp: CDPSession) {
  const openExchanges = new Map<string, Exchange>();
  const exchanges: Exchange[] = [];
  /** Epoch milliseconds at the start of the browser's monotonic clock. */
  let clockOffset = 0;
  const end = (id: string, timestamp: number, bytes: number): void => {
    const exchange = openExchanges.get(id);
    openExchanges.delete(id);
    if (exchange) Object.assign(exchange, { endedAt: timestamp * 1000 + clockOffset, bytes });
  };
  cdp.on('Network.requestWillBeSent', ({ requestId, request, timestamp, wallTime, redirectResponse }) => {
    clockOffset = wallTime * 1000 - timestamp * 1000;
    if (redirectResponse) end(requestId, timestamp, redirectResponse.encodedDataLength);
    const exchange = {
      url: request.url,
      startedAt: wallTime * 1000,
      endedAt: Number.POSITIVE_INFINITY,
      bytes: 0,
    };
    if (!/^https?:/.test(request.url)) return;
    openExchanges.set(requestId, exchange);
    exchanges.push(exchange);
  });
  cdp.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) =>
    end(requestId, timestamp, encodedDataLength),
  );
  cdp.on('Network.loadingFailed', ({ requestId, timestamp }) => end(requestId, timestamp, 0));

  return {
    /** The time when the last request to an address that contains `path` started; null if there was no request. */
    startOf: (path: string): number | null =>
      exchanges.findLast(({ url }) => url.includes(path))?.startedAt ?? null,
    /**
     * The time when the last response of an address that contains `path` was complete; null if there was no response.
     */
    endOf: (path: string): number | null =>
      exchanges.findLast(({ url, endedAt }) => url.includes(path) && Number.isFinite(endedAt))?.endedAt ??
      null,
    /** The traffic of the requests that started between two times; bytes of complete responses only. */
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
