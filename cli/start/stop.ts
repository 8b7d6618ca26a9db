import { watchParent } from '#cli/start/parent.ts';

/** Closes the server on SIGINT, SIGTERM and the end of the npm process that started it. A second signal ends it immediately. */
export function stopOnSignals(running: { close(): Promise<void> }): void {
  const stop = (): void => {
    process.off('SIGINT', stop).off('SIGTERM', stop);
    unwatch();
    void running.close();
  };
  const isByNpm = process.env['npm_lifecycle_event'] !== undefined;
  const unwatch = isByNpm ? watchParent({ parentPid: () => process.ppid, onEnd: stop }) : () => undefined;
  process.on('SIGINT', stop).on('SIGTERM', stop);
}
