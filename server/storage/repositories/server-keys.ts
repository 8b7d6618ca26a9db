import { sealedColumn } from '#server/storage/at-rest/sealed-columns.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { TableRow } from '#server/storage/tables.ts';

const sealedContent = (db: Storage) => sealedColumn(db, 'server_keys', 'content');

/**
 * Reads a key that all processes share, and creates it if it is missing.
 * @param make makes a new key
 */
export async function sharedKey(db: Storage, name: string, make: () => string): Promise<string> {
  const { seal, open } = sealedContent(db);
  const find = db.prepare<TableRow<'server_keys'>>('SELECT content FROM server_keys WHERE name = ?');
  const stored = await find.get(name);
  if (stored) return open(stored.content);
  await db
    .prepare('INSERT INTO server_keys (name, content) VALUES (?, ?) ON CONFLICT DO NOTHING')
    .run(name, seal(make()));
  return open((await find.get(name))?.content);
}

/**
 * Changes a key that all processes share, while no other process can do this.
 * @param make makes a new key if the key is missing
 * @param change the new content from the old content
 */
export function replaceSharedKey(
  db: Storage,
  name: string,
  make: () => string,
  change: (content: string) => string,
): Promise<void> {
  const update = db.prepare('UPDATE server_keys SET content = ? WHERE name = ?');
  return db.runExclusively(async () => {
    await update.run(sealedContent(db).seal(change(await sharedKey(db, name, make))), name);
  });
}
