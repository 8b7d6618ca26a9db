/** Runs a task after the next paint. Returns a function that cancels it. */
function runAfterPaint(task: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(task);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

/** Resolves after the next paint. When `signal` is aborted earlier, rejects with the reason of the abort. */
export const waitForPaint = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const cancel = runAfterPaint(resolve);
    signal.addEventListener('abort', () => {
      cancel();
      reject(signal.reason);
    });
  });
