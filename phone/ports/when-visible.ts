/** Resolves when the page can be seen; rejects with the reason of an abort. */
export function whenVisible(page: Document, signal: AbortSignal): Promise<void> {
  if (page.visibilityState === 'visible') return Promise.resolve();
  return new Promise((resolve, reject) => {
    page.addEventListener('visibilitychange', () => resolve(), { once: true, signal });
    signal.addEventListener('abort', () => reject(signal.reason));
  });
}
