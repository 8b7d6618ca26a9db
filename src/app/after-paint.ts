/** Runs a task after the next paint. Returns a function that cancels it. */
function afterPaint(task: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(task);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

/** Resolves after the next paint; rejects with the reason of an abort. */
export const nextPaint = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const cancel = afterPaint(resolve);
    signal.addEventListener('abort', () => {
      cancel();
      reject(signal.reason);
    });
  });
