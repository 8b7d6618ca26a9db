import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { whileLocked } from '#server/storage/folder.ts';
import { replaceSharedKey, sharedKey } from '#server/storage/repositories/server-keys.ts';
import type { Storage } from '#server/storage/storage.ts';

/** Where the keys of an engine are kept: in a file on one machine, in the storage that several share. */
export type KeyPlace = {
  /** Null: there is one machine. */
  readonly storage: Storage | null;
  /** Null keeps them in memory. */
  readonly dataDir: string | null;
};

type Names = { readonly file: string; readonly row: string };

/** The text of an engine's keys, which is made when there is none. */
export type KeptKeys = {
  /** Where they are, as a person would look for them. */
  readonly place: string;
  read(): Promise<string>;
  /** Puts `change` of it in its place; nobody else changes it meanwhile. */
  replace(change: (text: string) => string): Promise<void>;
};

function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

function inMemory(make: () => string): KeptKeys {
  let text: string | null = null;
  const read = async (): Promise<string> => {
    text ??= make();
    return text;
  };
  return {
    place: 'memory',
    read,
    async replace(change) {
      text = change(await read());
    },
  };
}

function inFile(dataDir: string, file: string, make: () => string): KeptKeys {
  const path = join(dataDir, file);
  const read = async (): Promise<string> => {
    const kept = readText(path);
    if (kept !== null) return kept;
    const made = make();
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    writeFileSync(path, made, { mode: 0o600, flag: 'wx' });
    return made;
  };
  return {
    place: path,
    read,
    async replace(change) {
      const made = await read();
      whileLocked(join(dataDir, 'keys-lock.sqlite'), () => {
        writeFileSync(`${path}.new`, change(readText(path) ?? made), { mode: 0o600 });
        renameSync(`${path}.new`, path);
      });
    },
  };
}

const inStorage = (storage: Storage, row: string, make: () => string): KeptKeys => ({
  place: `The row ${row} of server_keys`,
  read: () => sharedKey(storage, row, make),
  replace: (change) => replaceSharedKey(storage, row, make, change),
});

/** The keys of an engine, wherever they are kept. */
export function keptKeys({ storage, dataDir }: KeyPlace, { file, row }: Names, make: () => string): KeptKeys {
  if (storage?.engine === 'postgres') return inStorage(storage, row, make);
  return dataDir === null ? inMemory(make) : inFile(dataDir, file, make);
}
