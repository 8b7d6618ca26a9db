type ParentOptions = {
  /** Returns the current process id of the parent. */
  readonly parentPid: () => number;
  readonly onEnd: () => void;
};

const CHECK_INTERVAL_MS = 500;

/**
 * Calls `onEnd` when the parent process has ended. npm starts a shell that does not forward signals, so without this
 * the server would survive the end of `npm start`.
 * @returns a function that stops watching
 */
export function watchParent({ parentPid, onEnd }: ParentOptions): () => void {
  const initialPid = parentPid();
  const timer = setInterval(() => {
    if (parentPid() === initialPid) return;
    clearInterval(timer);
    onEnd();
  }, CHECK_INTERVAL_MS);
  timer.unref();
  return () => clearInterval(timer);
}
