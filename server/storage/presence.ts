/**
 * Shows the other processes that use the database that this process is alive, with a number that is released when the
 * process ends.
 */
export interface Presence {
  /** The number of this process. */
  processNumber(): Promise<number>;
  /** Whether the process with a number is alive. */
  isProcessAlive(processNumber: number): Promise<boolean>;
  /** Releases the number of this process. */
  close(): Promise<void>;
}

/** A number that no process has. */
export const NO_PROCESS = 0;

const MAX_PROCESS_NUMBER = 2 ** 31;

/** A random number; the caller has to check that no other process uses it. */
export const newProcessNumber = (): number => 1 + Math.floor(Math.random() * (MAX_PROCESS_NUMBER - 1));

/** The presence of the only process of a database. */
export function singleProcessPresence(): Presence {
  const ownNumber = newProcessNumber();
  return {
    processNumber: async () => ownNumber,
    isProcessAlive: async (processNumber) => processNumber === ownNumber,
    close: async () => undefined,
  };
}
