import { randomUUID } from 'node:crypto';
import { open, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '#server/config/deps.ts';
import { insertInto } from '#server/storage/sql.ts';
import type { Storage } from '#server/storage/storage.ts';

/** Name of the counter in the written row. */
const CHECK_COUNTER = 'readiness';

/** Writes a row and removes it. Throws when the database does not answer or cannot be written. */
export function databaseWriteCheck(db: Storage, now: Clock): () => Promise<void> {
  const insert = db.prepare(
    insertInto('limited_events', ['counter', 'event_id', 'happened_at', 'expires_at']),
  );
  const remove = db.prepare('DELETE FROM limited_events WHERE counter = ? AND event_id = ?');
  return async () => {
    const id = randomUUID();
    await insert.run(CHECK_COUNTER, id, now(), now());
    await remove.run(CHECK_COUNTER, id);
  };
}

/** Content of the written file, which is large enough to need a new block on usual file systems. */
const FILE_CONTENT = Buffer.alloc(64 * 1024, 1);

/** Writes a file of 64 KiB to the disk and removes it. Throws when the folder cannot be written or its disk is full. */
export const folderWriteCheck = (folder: string) => async (): Promise<void> => {
  const path = join(folder, `.readiness-${randomUUID()}`);
  try {
    const file = await open(path, 'wx', 0o600);
    try {
      await file.writeFile(FILE_CONTENT);
      await file.sync();
    } finally {
      await file.close();
    }
  } finally {
    await rm(path, { force: true });
  }
};

/** Free bytes and total bytes of the disk that contains a folder. */
export async function diskSpace(folder: string): Promise<{ readonly free: number; readonly size: number }> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { free: bavail * bsize, size: blocks * bsize };
}
