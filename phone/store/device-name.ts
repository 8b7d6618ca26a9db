import * as v from 'valibot';
import { answered, committed } from './database.ts';

const NAME = 'deviceName';

/** What the person of this phone calls it. */
export function deviceNameIn(opened: () => Promise<IDBDatabase>) {
  return {
    /** Null as long as nobody has named it. */
    async own(): Promise<string | null> {
      const kept: unknown = await answered(
        (await opened()).transaction('values').objectStore('values').get(NAME),
      );
      return v.is(v.string(), kept) ? kept : null;
    },
    async keep(name: string): Promise<void> {
      const transaction = (await opened()).transaction('values', 'readwrite');
      transaction.objectStore('values').put(name, NAME);
      await committed(transaction);
    },
  };
}

export type DeviceName = ReturnType<typeof deviceNameIn>;
