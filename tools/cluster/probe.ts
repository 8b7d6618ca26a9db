/** Preloaded module of a measured portal: answers the message `holds` with the memory after garbage collection. */
export type Holding = {
  /** Bytes of the heap. */
  readonly heap: number;
  /** Bytes that the system gives the process. */
  readonly resident: number;
};

/** The answer to the message `spent`. */
export type Spent = {
  /** Milliseconds of processor time, of all its threads. */
  readonly processor: number;
};

process.on('message', async (message) => {
  if (message === 'spent') {
    const { user, system } = process.cpuUsage();
    process.send?.({ processor: (user + system) / 1000 } satisfies Spent);
  }
  if (message !== 'holds' || !globalThis.gc) return;
  await globalThis.gc({ execution: 'async', type: 'major' });
  const { heapUsed, rss } = process.memoryUsage();
  process.send?.({ heap: heapUsed, resident: rss } satisfies Holding);
});
