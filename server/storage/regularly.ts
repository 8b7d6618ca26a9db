/**
 * Repeats work, one at a time; failures are reported and do not end it.
 * @param everyMs milliseconds between two beginnings
 * @returns a function that stops the repetition and waits for running work
 */
export function runRegularly(
  everyMs: number,
  work: () => Promise<unknown>,
  onFailure: (error: unknown) => void,
): () => Promise<void> {
  let running: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    running = running.then(work).catch(onFailure);
  }, everyMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
