// Preloaded into a measured portal: answers the messages `memory` and `processor`.

/** The answer to the message `memory`, after garbage collection. */
export type MemoryUse = {
  /** Bytes of the heap. */
  readonly heap: number;
  /** Bytes of the process in memory (resident set size). */
  readonly resident: number;
};

/** The answer to the message `processor`. */
export type ProcessorTime = {
  /** Milliseconds of processor time that all threads of the portal have used since its start. */
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
