type ParentOptions = {
  /** Process id of the parent now. */
  readonly parent: () => number;
  readonly ended: () => void;
};

const LOOK_EVERY_MS = 500;

/**
 * Tells when the parent process has ended. A shell that npm starts passes no signal on: whoever ends `npm start`
 * would leave the server behind.
 * @returns ends the watch.
 */
export function watchParent({ parent, ended }: ParentOptions): () => void {
  const first = parent();
  const timer = setInterval(() => {
    if (parent() === first) return;
    clearInterval(timer);
    ended();
  }, LOOK_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
