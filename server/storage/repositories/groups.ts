import { randomUUID } from 'node:crypto';
import type { Clock } from '#server/config/deps.ts';
import { foldedId } from '#server/config/folded-id.ts';
import { insertInto } from '#server/storage/sql.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { TableRow } from '#server/storage/tables.ts';

/**
 * Groups of people. Their names must differ in more than case and width. A person is added to a group by an imported
 * file or by an identity source (rule 259).
 */
export interface Groups {
  /** The names of a person's groups, in alphabetical order. */
  of(userId: string): Promise<readonly string[]>;
  /** The IDs of the people in the group with a name. */
  members(name: string): Promise<readonly string[]>;
  /** The names of the groups to which a file has added a person. */
  fromFile(userId: string): Promise<readonly string[]>;
  /**
   * Sets the groups to which a file adds a person, and creates missing groups. Returns whether anything has changed.
   */
  setFromFile(userId: string, names: readonly string[]): Promise<boolean>;
}

export function groupsIn(db: Storage, now: Clock): Groups {
  const ofUser = db.prepare<TableRow<'account_groups'>>(
    `SELECT * FROM account_groups WHERE group_id IN (
      SELECT group_id FROM group_members WHERE user_id = $user
      UNION ALL SELECT group_id FROM scim_groups WHERE scim_id IN (
        SELECT scim_id FROM scim_group_members WHERE user_id = $user))
    ORDER BY folded_name`,
  );
  const namesFromFile = db.prepare<TableRow<'account_groups'>>(
    `SELECT * FROM account_groups WHERE group_id IN (SELECT group_id FROM group_members WHERE user_id = ?)
    ORDER BY folded_name`,
  );
  const inGroup = db.prepare<Pick<TableRow<'group_members'>, 'user_id'>>(
    `SELECT user_id FROM group_members WHERE group_id IN (
      SELECT group_id FROM account_groups WHERE folded_name = $name)
    UNION SELECT user_id FROM scim_group_members WHERE scim_id IN (
      SELECT scim_id FROM scim_groups WHERE group_id IN (
        SELECT group_id FROM account_groups WHERE folded_name = $name))`,
  );
  const insert = db.prepare(
    `${insertInto('account_groups', ['group_id', 'name', 'folded_name', 'created_at'])} ON CONFLICT DO NOTHING`,
  );
  const join = db.prepare(`INSERT INTO group_members (group_id, user_id)
    SELECT group_id, $user FROM account_groups WHERE folded_name = $name ON CONFLICT DO NOTHING`);
  const leave = db.prepare(`DELETE FROM group_members WHERE user_id = $user
    AND group_id IN (SELECT group_id FROM account_groups WHERE folded_name = $name)`);

  const groupsFromFile = async (userId: string): Promise<readonly string[]> =>
    (await namesFromFile.all(userId)).map(({ name }) => name);
  return {
    of: async (userId) => (await ofUser.all({ $user: userId })).map(({ name }) => name),
    fromFile: groupsFromFile,
    members: async (name) => (await inGroup.all({ $name: foldedId(name) })).map((row) => row.user_id),
    setFromFile: (userId, names) =>
      db.transaction(async () => {
        const newNames = new Map(names.map((name) => [foldedId(name), name]));
        const currentNames = new Set((await groupsFromFile(userId)).map(foldedId));
        const joinedNames = [...newNames].filter(([folded]) => !currentNames.has(folded));
        const leftNames = [...currentNames].filter((folded) => !newNames.has(folded));
        for (const [folded, name] of joinedNames) {
          await insert.run(randomUUID(), name, folded, now());
          await join.run({ $user: userId, $name: folded });
        }
        for (const folded of leftNames) await leave.run({ $user: userId, $name: folded });
        return joinedNames.length + leftNames.length > 0;
      }),
  };
}
