/** By what the others on a database know that a process still works: a name that goes with its process. */
export interface Presence {
  /** The name of this process. */
  name(): Promise<number>;
  /** Whether the process of that name works. */
  isHere(name: number): Promise<boolean>;
  close(): Promise<void>;
}

/** The name of no process. */
export const NOBODY = 0;

const LARGEST_NAME = 2 ** 31;

export const newName = (): number => 1 + Math.floor(Math.random() * (LARGEST_NAME - 1));

/** The presence of the one process that a database has. */
export function presenceAlone(): Presence {
  const own = newName();
  return { name: async () => own, isHere: async (name) => name === own, close: async () => undefined };
}
