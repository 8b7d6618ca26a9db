import { samlStoreIn } from '#server/protocols/saml/store.ts';
import { LIFETIMES, PERMANENT_TABLES } from '#server/storage/lifetimes.ts';
import type { TestServer } from '#tests/support/server/server.ts';
import { DAY, newName, type Owned, opened, type Whose } from './kept.ts';

/** What there is one of, which a second person cannot have too. */
const ONE_OF = ['a card', 'a card that is looked up'];

/** Gives a person one of everything, and returns later which rows are theirs. */
export async function somebodyBeside(server: TestServer, all: Readonly<Record<string, Owned>>) {
  const { session } = await server.portal.sessions.start();
  const theirs: Whose = { session, clientId: 'demo-board', userId: 'park' };
  const began = server.clock.now;
  for (const [name, { keep }] of Object.entries(all).toReversed()) {
    if (!ONE_OF.includes(name)) await keep(opened(server), theirs);
    server.clock.now = began;
  }
  const nameId = { format: 'x', value: 'x' };
  const participant = { sessionIndex: newName(), serviceId: 'demo-saml', userId: theirs.userId, nameId };
  await samlStoreIn(server.db, () => began).addParticipant('browser', participant, began + DAY);
  return async () => {
    const rows: unknown[] = [];
    for (const table of [...PERMANENT_TABLES, ...LIFETIMES.map((lifetime) => lifetime.table)]) {
      const found = await server.db.prepare(`SELECT * FROM ${table}`).all();
      rows.push([
        table,
        found.filter(
          (row) =>
            row['session'] === session.key || Object.values(row).some((value) => value === theirs.userId),
        ),
      ]);
    }
    return rows;
  };
}
