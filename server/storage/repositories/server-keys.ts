import type { Storage } from '#server/storage/storage.ts';

/** A key that all processes share: the first that asks makes it. */
export async function sharedKey(db: Storage, name: string, make: () => string): Promise<string> {
  const find = db.prepare('SELECT content FROM server_keys WHERE name = ?');
  const kept = await find.get(name);
  if (kept) return String(kept['content']);
  await db
    .prepare('INSERT INTO server_keys (name, content) VALUES (?, ?) ON CONFLICT DO NOTHING')
    .run(name, make());
  return String((await find.get(name))?.['content']);
}

/** Puts another content in the place of a key that all processes share: one change is one's. */
export function replaceSharedKey(
  db: Storage,
  name: string,
  make: () => string,
  change: (content: string) => string,
): Promise<void> {
  const update = db.prepare('UPDATE server_keys SET content = ? WHERE name = ?');
  return db.exclusively(async () => {
    await update.run(change(await sharedKey(db, name, make)), name);
  });
}
