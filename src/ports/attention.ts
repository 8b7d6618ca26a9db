/** Events that show that the person is present. */
const INTERACTION_EVENTS = ['pointermove', 'pointerdown', 'keydown'];

/**
 * Resolves when a page is visible, at once when it is; with `needsInteraction` only when the person does something
 * on it or comes back to it. Once aborted it does neither.
 */
export const waitForAttention = (
  page: Document,
  needsInteraction: boolean,
  signal: AbortSignal,
): Promise<void> =>
  new Promise((resolve) => {
    const isInSight = () => page.visibilityState === 'visible';
    if (isInSight() && !needsInteraction) return resolve();
    const listening = new AbortController();
    const stop = () => listening.abort();
    signal.addEventListener('abort', stop, { signal: listening.signal });
    for (const type of ['visibilitychange', ...INTERACTION_EVENTS]) {
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
