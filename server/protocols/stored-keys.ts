import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sealedColumn } from '#server/storage/at-rest/sealed-columns.ts';
import { SealedError } from '#server/storage/at-rest/sealer.ts';
import { withFolderLock } from '#server/storage/folder.ts';
import { replaceSharedKey, sharedKey } from '#server/storage/repositories/server-keys.ts';
import type { Storage } from '#server/storage/storage.ts';

/** The location of an engine's keys: a file on a single machine, or a shared storage. */
export type KeyLocation = {
  readonly storage: Storage;
  /** Null: in memory. */
  readonly dataDir: string | null;
};

type Names = { readonly file: string; readonly row: string };

/** The keys of an engine as a text, created when there is none. */
export type StoredKeys = {
  /** A description of the location for the operator. */
  readonly location: string;
  read(): Promise<string>;
  /** Replaces the text with the result of `change`, under an exclusive lock. */
  replace(change: (text: string) => string): Promise<void>;
  /**
   * Encrypts a file again unless it is encrypted with the current data key; rows of the storage are covered by its
   * own reseal.
   */
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

function keysInMemory(make: () => string): StoredKeys {
  let text: string | null = null;
  const read = async (): Promise<string> => {
    text ??= make();
    return text;
  };
  return {
    location: 'memory',
    read,
    async replace(change) {
      text = change(await read());
    },
    reseal: async () => undefined,
  };
}

function keysInFile(storage: Storage, dataDir: string, file: string, make: () => string): StoredKeys {
  const { seal, open } = sealedColumn(storage, 'server_keys', 'content');
  /** Decrypts a file; empty when that fails, so that it is reported as damaged. */
  const decryptFile = (stored: string): string => {
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
    if (stored !== null) return decryptFile(stored);
    const created = make();
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    writeFileSync(path, seal(created), { mode: 0o600, flag: 'wx' });
    return created;
  };
  const write = (text: string): void => {
    writeFileSync(`${path}.new`, seal(text), { mode: 0o600 });
    renameSync(`${path}.new`, path);
  };
  return {
    location: path,
    read,
    async replace(change) {
      const created = await read();
      withFolderLock(join(dataDir, 'keys-lock.sqlite'), () => {
        const stored = readText(path);
        write(change(stored === null ? created : decryptFile(stored)));
      });
    },
    async reseal() {
      const stored = readText(path);
      if (stored === null || storage.sealer.isCurrent(stored)) return;
      withFolderLock(join(dataDir, 'keys-lock.sqlite'), () => write(open(readText(path) ?? '')));
    },
  };
}

const keysInStorage = (storage: Storage, row: string, make: () => string): StoredKeys => ({
  location: `The row ${row} of server_keys`,
  read: () => sharedKey(storage, row, make),
  replace: (change) => replaceSharedKey(storage, row, make, change),
  reseal: async () => undefined,
});

/** The keys of an engine, in a file or in the storage. */
export function storedKeys(
  { storage, dataDir }: KeyLocation,
  { file, row }: Names,
  make: () => string,
): StoredKeys {
  if (storage.engine === 'postgres') return keysInStorage(storage, row, make);
  return dataDir === null ? keysInMemory(make) : keysInFile(storage, dataDir, file, make);
}
