import { samlStoreIn } from '#server/protocols/saml/store.ts';
import { LIFETIMES, PERMANENT_TABLES } from '#server/storage/lifetimes.ts';
import type { TestServer } from '#tests/support/server/server.ts';
import { DAY, newName, type OwnedEntry, type Owner, withPortalParts } from './entries.ts';

/** Entries of which there is only one, so that a second person cannot have them. */
const SINGLE_ENTRIES = ['the removal of a card', 'a card'];

/** Stores one of each entry for another person; returns a function that reads the rows of this person. */
export async function addOtherPerson(server: TestServer, all: Readonly<Record<string, OwnedEntry>>) {
  const { session } = await server.portal.sessions.start();
  const otherOwner: Owner = { session, clientId: 'demo-board', userId: 'park' };
  const startedAt = server.clock.now;
  for (const [name, { storeEntry }] of Object.entries(all).toReversed()) {
    if (!SINGLE_ENTRIES.includes(name)) await storeEntry(withPortalParts(server), otherOwner);
    server.clock.now = startedAt;
  }
  const nameId = { format: 'x', value: 'x' };
  const participant = { sessionIndex: newName(), serviceId: 'demo-saml', userId: otherOwner.userId, nameId };
  await samlStoreIn(server.db, () => startedAt).addParticipant('browser', participant, startedAt + DAY);
  return async () => {
    const rows: unknown[] = [];
    for (const table of [...PERMANENT_TABLES, ...LIFETIMES.map((lifetime) => lifetime.table)]) {
      const allRows = await server.db.prepare(`SELECT * FROM ${table}`).all();
      rows.push([
        table,
        allRows.filter(
          (row) =>
            row['session'] === session.key || Object.values(row).some((value) => value === otherOwner.userId),
        ),
      ]);
    }
    return rows;
  };
}
