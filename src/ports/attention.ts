/** Events that show that the person is present. */
const INTERACTION_EVENTS = ['pointermove', 'pointerdown', 'keydown'];

/**
 * Resolves as soon as the page is visible. With `needsInteraction`, an already visible page is not enough: the function
 * waits for a pointer or key event, or until the page becomes visible again. After an abort, the promise stays pending.
 */
export const waitForAttention = (
  document: Document,
  needsInteraction: boolean,
  signal: AbortSignal,
): Promise<void> =>
  new Promise((resolve) => {
    const isVisible = () => document.visibilityState === 'visible';
    if (isVisible() && !needsInteraction) return resolve();
    const listenerController = new AbortController();
    const stop = () => listenerController.abort();
    signal.addEventListener('abort', stop, { signal: listenerController.signal });
    for (const type of ['visibilitychange', ...INTERACTION_EVENTS]) {
      document.addEventListener(
        type,
        () => {
          if (!isVisible()) return;
          stop();
          resolve();
        },
        { signal: listenerController.signal },
      );
    }
  });
