import { watchParent } from '#cli/start/parent.ts';

/**
 * Closes the server on SIGINT, on SIGTERM, and when the npm process that started the server has ended. A second signal
 * ends the process immediately.
 */
export function stopOnSignals(server: { close(): Promise<void> }): void {
  const stop = (): void => {
    process.off('SIGINT', stop).off('SIGTERM', stop);
    unwatch();
    void server.close();
  };
  const isStartedByNpm = process.env['npm_lifecycle_event'] !== undefined;
  const unwatch = isStartedByNpm
    ? watchParent({ parentPid: () => process.ppid, onEnd: stop })
    : () => undefined;
  process.on('SIGINT', stop).on('SIGTERM', stop);
}
