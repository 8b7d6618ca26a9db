import { readValue, saveValue } from './database.ts';

const NAME = 'deviceName';

/** The name that the person gave this phone. */
export const createDeviceNameStore = (getDatabase: () => Promise<IDBDatabase>) => ({
  /** Null until the person has set one. */
  async read(): Promise<string | null> {
    const name = await readValue(await getDatabase(), NAME);
    return typeof name === 'string' ? name : null;
  },
  save: async (name: string) => saveValue(await getDatabase(), NAME, name),
});

export type DeviceNameStore = ReturnType<typeof createDeviceNameStore>;
