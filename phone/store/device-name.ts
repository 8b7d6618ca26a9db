import { readValue, saveValue } from './database.ts';

/** The key of the stored name. */
const NAME_KEY = 'deviceName';

/** Stores the name that the person has given this phone. */
export const createDeviceNameStore = (getDatabase: () => Promise<IDBDatabase>) => ({
  /** Null if the person has not set a name. */
  async read(): Promise<string | null> {
    const name = await readValue(await getDatabase(), NAME_KEY);
    return typeof name === 'string' ? name : null;
  },
  save: async (name: string) => saveValue(await getDatabase(), NAME_KEY, name),
});

export type DeviceNameStore = ReturnType<typeof createDeviceNameStore>;
