import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sealedColumn } from '#server/storage/at-rest/sealed-columns.ts';
import { SealedError } from '#server/storage/at-rest/sealer.ts';
import { whileLocked } from '#server/storage/folder.ts';
import { replaceSharedKey, sharedKey } from '#server/storage/repositories/server-keys.ts';
import type { Storage } from '#server/storage/storage.ts';

/** Where the keys of an engine are stored: in a file on one machine, in the storage that several share. */
export type KeyPlace = {
  readonly storage: Storage;
  /** Null: in memory. */
  readonly dataDir: string | null;
};

type Names = { readonly file: string; readonly row: string };

/** The text of an engine's keys, which is made when there is none. */
export type StoredKeys = {
  /** Where they are stored, in words for the operator. */
  readonly place: string;
  read(): Promise<string>;
  /** Replaces the text by `change` of it, exclusively. */
  replace(change: (text: string) => string): Promise<void>;
  /** Seals a file with the key that seals now, if another one has, or none; rows are sealed anew with all others. */
  reseal(): Promise<void>;
};

function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

function inMemory(make: () => string): StoredKeys {
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
    reseal: async () => undefined,
  };
}

function inFile(storage: Storage, dataDir: string, file: string, make: () => string): StoredKeys {
  const { seal, open } = sealedColumn(storage, 'server_keys', 'content');
  /** What cannot be opened is as damaged as what cannot be understood. */
  const opened = (stored: string): string => {
    try {
      return open(stored);
    } catch (error) {
      if (error instanceof SealedError) return '';
      throw error;
    }
  };
  const path = join(dataDir, file);
  const read = async (): Promise<string> => {
    const stored = readText(path);
    if (stored !== null) return opened(stored);
    const made = make();
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    writeFileSync(path, seal(made), { mode: 0o600, flag: 'wx' });
    return made;
  };
  const write = (text: string): void => {
    writeFileSync(`${path}.new`, seal(text), { mode: 0o600 });
    renameSync(`${path}.new`, path);
  };
  return {
    place: path,
    read,
    async replace(change) {
      const made = await read();
      whileLocked(join(dataDir, 'keys-lock.sqlite'), () => {
        const stored = readText(path);
        write(change(stored === null ? made : opened(stored)));
      });
    },
    async reseal() {
      const stored = readText(path);
      if (stored === null || storage.sealer.isCurrent(stored)) return;
      whileLocked(join(dataDir, 'keys-lock.sqlite'), () => write(open(readText(path) ?? '')));
    },
  };
}

const inStorage = (storage: Storage, row: string, make: () => string): StoredKeys => ({
  place: `The row ${row} of server_keys`,
  read: () => sharedKey(storage, row, make),
  replace: (change) => replaceSharedKey(storage, row, make, change),
  reseal: async () => undefined,
});

/** The keys of an engine, in a file or in the storage. */
export function storedKeys(
  { storage, dataDir }: KeyPlace,
  { file, row }: Names,
  make: () => string,
): StoredKeys {
  if (storage.engine === 'postgres') return inStorage(storage, row, make);
  return dataDir === null ? inMemory(make) : inFile(storage, dataDir, file, make);
}
