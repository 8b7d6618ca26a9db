import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sealedColumn } from '#server/storage/at-rest/sealed-columns.ts';
import { SealedError } from '#server/storage/at-rest/sealer.ts';
import { withFileLock } from '#server/storage/folder.ts';
import { replaceSharedKey, sharedKey } from '#server/storage/repositories/server-keys.ts';
import type { Storage } from '#server/storage/storage.ts';

/** The location of an engine's keys: a folder on a single machine, or a storage that several servers share. */
export type KeyLocation = {
  readonly storage: Storage;
  /** The folder on a single machine; null for keys in memory. */
  readonly dataDir: string | null;
};

/** The names under which keys are stored: of the file, and of the row in the storage. */
type StoredNames = { readonly file: string; readonly row: string };

/** The stored text with the keys of an engine. It is created when it does not exist. */
export type StoredKeys = {
  /** The description of the location for the operator. */
  readonly location: string;
  read(): Promise<string>;
  /** Replaces the text with the result of `change`, under an exclusive lock. */
  replace(change: (text: string) => string): Promise<void>;
  /**
   * Encrypts a file with the current data key, if it is not encrypted with this key. Does nothing for a row in the
   * storage, which the storage encrypts again.
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
  /** Decrypts a file; empty when the file cannot be decrypted, so that it is reported as damaged. */
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
    const initialText = createText();
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    writeFileSync(path, seal(initialText), { mode: 0o600, flag: 'wx' });
    return initialText;
  };
  const write = (text: string): void => {
    writeFileSync(`${path}.new`, seal(text), { mode: 0o600 });
    renameSync(`${path}.new`, path);
  };
  return {
    location: path,
    read,
    async replace(change) {
      const initialText = await read();
      withFileLock(join(dataDir, 'keys-lock.sqlite'), () => {
        const sealedText = readText(path);
        write(change(sealedText === null ? initialText : decryptFile(sealedText)));
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

/** Stores the keys of an engine in a file, in the storage or in memory. */
export function storedKeys(
  { storage, dataDir }: KeyLocation,
  { file, row }: StoredNames,
  createText: () => string,
): StoredKeys {
  if (storage.engine === 'postgres') return keysInStorage(storage, row, createText);
  return dataDir === null ? keysInMemory(createText) : keysInFile(storage, dataDir, file, createText);
}
