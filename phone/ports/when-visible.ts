/**
 * Waits until the page is visible.
 * @throws the reason of `signal` when it is aborted
 */
export function whenVisible(document: Document, signal: AbortSignal): Promise<void> {
  if (document.visibilityState === 'visible') return Promise.resolve();
  return new Promise((resolve, reject) => {
    document.addEventListener('visibilitychange', () => resolve(), { once: true, signal });
    signal.addEventListener('abort', () => reject(signal.reason));
  });
}
