import { watchParent } from '#cli/start/parent.ts';

/** Ends what runs on SIGINT and SIGTERM, and with the npm that started it. A second signal ends the process at once. */
export function stopOnSignals(running: { close(): Promise<void> }): void {
  const stop = (): void => {
    process.off('SIGINT', stop).off('SIGTERM', stop);
    unwatch();
    void running.close();
  };
  const isByNpm = process.env['npm_lifecycle_event'] !== undefined;
  const unwatch = isByNpm ? watchParent({ parent: () => process.ppid, ended: stop }) : () => undefined;
  process.on('SIGINT', stop).on('SIGTERM', stop);
}
