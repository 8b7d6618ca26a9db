/**
 * Runs `work` again and again, never twice at the same time. A failure is reported and does not end the repetition.
 * @param everyMs milliseconds between two starts
 * @returns a function that stops the repetition and waits for the current run
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
