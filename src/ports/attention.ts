/** What shows that a person is at the page. */
const STIRS = ['pointermove', 'pointerdown', 'keydown'];

/**
 * Resolves when a page is in sight, at once when it is; with `mustStir` only when the person does something
 * on it or comes back to it. Once aborted it does neither.
 */
export const attentionTo = (page: Document, mustStir: boolean, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const isInSight = () => page.visibilityState === 'visible';
    if (isInSight() && !mustStir) return resolve();
    const listening = new AbortController();
    const stop = () => listening.abort();
    signal.addEventListener('abort', stop, { signal: listening.signal });
    for (const type of ['visibilitychange', ...STIRS]) {
      page.addEventListener(
        type,
        () => {
          if (!isInSight()) return;
          stop();
          resolve();
        },
        { signal: listening.signal },
      );
    }
  });
