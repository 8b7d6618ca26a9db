/** Loaded before the portal, in a process of the tests alone: it tells what it holds, once all else is let go. */
export type Holding = {
  /** Bytes of the heap. */
  readonly heap: number;
  /** Bytes that the system gives the process. */
  readonly resident: number;
};

process.on('message', async (told) => {
  if (told !== 'holds' || !globalThis.gc) return;
  await globalThis.gc({ execution: 'async', type: 'major' });
  const { heapUsed, rss } = process.memoryUsage();
  process.send?.({ heap: heapUsed, resident: rss } satisfies Holding);
});
