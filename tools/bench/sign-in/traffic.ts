import type { CDPSession } from '@playwright/test';

/** The network traffic of a part of a sign-in. */
export type Traffic = {
  readonly requests: number;
  readonly bytes: number;
  /** The longest chain of requests that each began after the previous one had ended. */
  readonly roundTrips: number;
};

type Exchange = { readonly url: string; readonly begun: number; ended: number; bytes: number };

/** Records every exchange of a page, each redirect as its own. Times in epoch milliseconds. */
export function watchTraffic(cdp: CDPSession) {
  const open = new Map<string, Exchange>();
  const all: Exchange[] = [];
  let offset = 0;
  const end = (id: string, timestamp: number, bytes: number): void => {
    const exchange = open.get(id);
    open.delete(id);
    if (exchange) Object.assign(exchange, { ended: timestamp * 1000 + offset, bytes });
  };
  cdp.on('Network.requestWillBeSent', ({ requestId, request, timestamp, wallTime, redirectResponse }) => {
    offset = wallTime * 1000 - timestamp * 1000;
    if (redirectResponse) end(requestId, timestamp, redirectResponse.encodedDataLength);
    const exchange = { url: request.url, begun: wallTime * 1000, ended: Number.POSITIVE_INFINITY, bytes: 0 };
    if (!/^https?:/.test(request.url)) return;
    open.set(requestId, exchange);
    all.push(exchange);
  });
  cdp.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) =>
    end(requestId, timestamp, encodedDataLength),
  );
  cdp.on('Network.loadingFailed', ({ requestId, timestamp }) => end(requestId, timestamp, 0));

  return {
    /** When the last exchange whose address contains `path` began; null for none. */
    startOf: (path: string): number | null => all.findLast(({ url }) => url.includes(path))?.begun ?? null,
    /** When the last answer of an address that contains `path` was complete; null for none. */
    endOf: (path: string): number | null =>
      all.findLast(({ url, ended }) => url.includes(path) && Number.isFinite(ended))?.ended ?? null,
    between(from: number, until: number): Traffic {
      const within = all.filter(({ begun }) => begun >= from - 1 && begun < until);
      const finished = within
        .filter(({ ended }) => ended <= until)
        .toSorted((one, other) => one.ended - other.ended);
      let roundTrips = 0;
      let lastEnd = 0;
      for (const { begun, ended } of finished) {
        if (begun < lastEnd - 1) continue;
        roundTrips += 1;
        lastEnd = ended;
      }
      return {
        requests: within.length,
        bytes: finished.reduce((sum, { bytes }) => sum + bytes, 0),
        roundTrips,
      };
    },
  };
}
