/** Preloaded module of a measured portal. It answers the message `memory` with the memory after garbage collection. */
export type MemoryUse = {
  /** Bytes of the heap. */
  readonly heap: number;
  /** Bytes of the process in memory (resident set size). */
  readonly resident: number;
};

/** The answer to the message `processor`. */
export type ProcessorTime = {
  /** Milliseconds of processor time, of all its threads. */
  readonly processor: number;
};

process.on('message', async (message) => {
  if (message === 'processor') {
    const { user, system } = process.cpuUsage();
    process.send?.({ processor: (user + system) / 1000 } satisfies ProcessorTime);
  }
  if (message !== 'memory' || !globalThis.gc) return;
  await globalThis.gc({ execution: 'async', type: 'major' });
  const { heapUsed, rss } = process.memoryUsage();
  process.send?.({ heap: heapUsed, resident: rss } satisfies MemoryUse);
});
