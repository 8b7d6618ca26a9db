import { sealedColumn } from '#server/storage/at-rest/sealed-columns.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { TableRow } from '#server/storage/tables.ts';

const contentOf = (db: Storage) => sealedColumn(db, 'server_keys', 'content');

/** A key that all processes share; created by the first that needs it. */
export async function sharedKey(db: Storage, name: string, make: () => string): Promise<string> {
  const { seal, open } = contentOf(db);
  const find = db.prepare<TableRow<'server_keys'>>('SELECT content FROM server_keys WHERE name = ?');
  const stored = await find.get(name);
  if (stored) return open(stored.content);
  await db
    .prepare('INSERT INTO server_keys (name, content) VALUES (?, ?) ON CONFLICT DO NOTHING')
    .run(name, seal(make()));
  return open((await find.get(name))?.content);
}

/** Changes a key that all processes share, under an exclusive lock. */
export function replaceSharedKey(
  db: Storage,
  name: string,
  make: () => string,
  change: (content: string) => string,
): Promise<void> {
  const update = db.prepare('UPDATE server_keys SET content = ? WHERE name = ?');
  return db.runExclusively(async () => {
    await update.run(contentOf(db).seal(change(await sharedKey(db, name, make))), name);
  });
}
