import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sealedColumn } from '#server/storage/at-rest/sealed-columns.ts';
import { SealedError } from '#server/storage/at-rest/sealer.ts';
import { withFileLock } from '#server/storage/folder.ts';
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

function keysInMemory(createText: () => string): StoredKeys {
  let text: string | null = null;
  const read = async (): Promise<string> => {
    text ??= createText();
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

function keysInFile(storage: Storage, dataDir: string, file: string, createText: () => string): StoredKeys {
  const { seal, open } = sealedColumn(storage, 'server_keys', 'content');
  /** Decrypts a file; empty when that fails, so that it is reported as damaged. */
  const decryptFile = (sealedText: string): string => {
    try {
      return open(sealedText);
    } catch (error) {
      if (error instanceof SealedError) return '';
      throw error;
    }
  };
  const path = join(dataDir, file);
  const read = async (): Promise<string> => {
    const sealedText = readText(path);
    if (sealedText !== null) return decryptFile(sealedText);
    const created = createText();
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
      withFileLock(join(dataDir, 'keys-lock.sqlite'), () => {
        const sealedText = readText(path);
        write(change(sealedText === null ? created : decryptFile(sealedText)));
      });
    },
    async reseal() {
      const sealedText = readText(path);
      if (sealedText === null || storage.sealer.isCurrent(sealedText)) return;
      withFileLock(join(dataDir, 'keys-lock.sqlite'), () => write(open(readText(path) ?? '')));
    },
  };
}

const keysInStorage = (storage: Storage, row: string, createText: () => string): StoredKeys => ({
  location: `The row ${row} of server_keys`,
  read: () => sharedKey(storage, row, createText),
  replace: (change) => replaceSharedKey(storage, row, createText, change),
  reseal: async () => undefined,
});

/** The keys of an engine, in a file or in the storage. */
export function storedKeys(
  { storage, dataDir }: KeyLocation,
  { file, row }: Names,
  createText: () => string,
): StoredKeys {
  if (storage.engine === 'postgres') return keysInStorage(storage, row, createText);
  return dataDir === null ? keysInMemory(createText) : keysInFile(storage, dataDir, file, createText);
}
