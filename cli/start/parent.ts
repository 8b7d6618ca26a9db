type ParentOptions = {
  /** Returns the current process id of the parent. */
  readonly parent: () => number;
  readonly ended: () => void;
};

const CHECK_INTERVAL_MS = 500;

/**
 * Calls `ended` when the parent process has ended. A shell that npm starts forwards no signals, so the server would
 * survive the end of `npm start`.
 * @returns a function that stops watching.
 */
export function watchParent({ parent, ended }: ParentOptions): () => void {
  const first = parent();
  const timer = setInterval(() => {
    if (parent() === first) return;
    clearInterval(timer);
    ended();
  }, CHECK_INTERVAL_MS);
  timer.unref();
  return () => clearInterval(timer);
}
