import { readValue, saveValue } from './database.ts';

const NAME = 'deviceName';

/** The name that the person gave this phone. */
export const createDeviceNameStore = (opened: () => Promise<IDBDatabase>) => ({
  /** Null as long as the person has given none. */
  async read(): Promise<string | null> {
    const name = await readValue(await opened(), NAME);
    return typeof name === 'string' ? name : null;
  },
  save: async (name: string) => saveValue(await opened(), NAME, name),
});

export type DeviceNameStore = ReturnType<typeof createDeviceNameStore>;
