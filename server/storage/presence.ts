/** Shows other processes on the database that this one is alive, by a name that is released when the process ends. */
export interface Presence {
  /** The name of this process. */
  name(): Promise<number>;
  /** Whether the process of that name is alive. */
  isProcessAlive(name: number): Promise<boolean>;
  close(): Promise<void>;
}

/** A name that no process has. */
export const NOBODY = 0;

const MAX_NAME = 2 ** 31;

export const newName = (): number => 1 + Math.floor(Math.random() * (MAX_NAME - 1));

/** The presence of the only process of a database. */
export function singleProcessPresence(): Presence {
  const own = newName();
  return {
    name: async () => own,
    isProcessAlive: async (name) => name === own,
    close: async () => undefined,
  };
}
