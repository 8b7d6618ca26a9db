import { randomUUID } from 'node:crypto';
import type { Clock } from '#server/config/deps.ts';
import { foldedId } from '#server/config/folded-id.ts';
import { insertInto } from '#server/storage/sql.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { TableRow } from '#server/storage/tables.ts';

/** A group of an identity source. */
export type ScimGroup = {
  readonly scimId: string;
  readonly name: string;
  readonly externalId: string | null;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  readonly modifiedAt: number;
  /** The SCIM ids of the members that the identity source has added. */
  readonly members: readonly string[];
};

/**
 * Groups of an identity source. A group from an imported file may have the same name; the members from the file are not
 * changed (rule 259).
 */
export interface ScimGroups {
  /** All groups, ordered by name. */
  all(): Promise<readonly ScimGroup[]>;
  find(scimId: string): Promise<ScimGroup | null>;
  /** Creates a group; returns its SCIM id, or null when the identity source already has a group with this name. */
  create(name: string, externalId: string | null): Promise<string | null>;
  /** Changes a group; returns false when the identity source has another group with this name. */
  write(scimId: string, name: string, externalId: string | null): Promise<boolean>;
  join(scimId: string, userId: string): Promise<void>;
  leave(scimId: string, userId: string): Promise<void>;
  remove(scimId: string): Promise<void>;
}

type GroupRow = TableRow<'scim_groups'> & Pick<TableRow<'account_groups'>, 'name'>;

const SELECT_GROUPS = `SELECT scim_groups.*, account_groups.name FROM scim_groups
  JOIN account_groups ON account_groups.group_id = scim_groups.group_id`;

const SELECT_MEMBERS = `SELECT scim_group_members.scim_id AS group_scim_id, scim_users.scim_id AS scim_id FROM scim_group_members
  JOIN scim_users ON scim_users.user_id = scim_group_members.user_id`;

type MemberRow = { readonly group_scim_id: string; readonly scim_id: string };

export function scimGroupsIn(db: Storage, now: Clock): ScimGroups {
  const all = db.prepare<GroupRow>(`${SELECT_GROUPS} ORDER BY folded_name`);
  const byId = db.prepare<GroupRow>(`${SELECT_GROUPS} WHERE scim_id = ?`);
  const allMembers = db.prepare<MemberRow>(`${SELECT_MEMBERS} ORDER BY scim_users.scim_id`);
  const membersOf = db.prepare<MemberRow>(
    `${SELECT_MEMBERS} WHERE scim_group_members.scim_id = ? ORDER BY scim_users.scim_id`,
  );
  const insertName = db.prepare(
    `${insertInto('account_groups', ['group_id', 'name', 'folded_name', 'created_at'])}
    ON CONFLICT (folded_name) DO UPDATE SET name = excluded.name`,
  );
  const byName = db.prepare<TableRow<'account_groups'>>('SELECT * FROM account_groups WHERE folded_name = ?');
  const ofGroup = db.prepare<TableRow<'scim_groups'>>('SELECT * FROM scim_groups WHERE group_id = ?');
  const insert = db.prepare(
    insertInto('scim_groups', ['scim_id', 'group_id', 'external_id', 'created_at', 'modified_at']),
  );
  const write = db.prepare(
    'UPDATE scim_groups SET group_id = ?, external_id = ?, modified_at = ? WHERE scim_id = ?',
  );
  const touch = db.prepare('UPDATE scim_groups SET modified_at = ? WHERE scim_id = ?');
  const join = db.prepare(
    `${insertInto('scim_group_members', ['scim_id', 'user_id'])} ON CONFLICT DO NOTHING`,
  );
  const leave = db.prepare('DELETE FROM scim_group_members WHERE scim_id = ? AND user_id = ?');
  const remove = db.prepare('DELETE FROM scim_groups WHERE scim_id = ?');
  const removeUnused = db.prepare(`
    DELETE FROM account_groups WHERE group_id = $group
      AND NOT EXISTS (SELECT 1 FROM group_members WHERE group_members.group_id = account_groups.group_id)
      AND NOT EXISTS (SELECT 1 FROM scim_groups WHERE scim_groups.group_id = account_groups.group_id)`);

  const toGroup = (row: GroupRow, members: readonly MemberRow[]): ScimGroup => ({
    scimId: row.scim_id,
    name: row.name,
    externalId: row.external_id,
    createdAt: row.created_at,
    modifiedAt: row.modified_at,
    members: members.map(({ scim_id: member }) => member),
  });

  /**
   * Finds or creates the group with a name; returns null when the identity source has another group with this name.
   * @param scimId the group to which the name is given; null for a new group
   */
  const groupNamed = async (name: string, scimId: string | null): Promise<string | null> => {
    const group = await byName.get(foldedId(name));
    const scimGroup = group && (await ofGroup.get(group.group_id));
    if (scimGroup && scimGroup.scim_id !== scimId) return null;
    await insertName.run(randomUUID(), name, foldedId(name), now());
    return (await byName.get(foldedId(name)))?.group_id ?? null;
  };

  return {
    async all() {
      const members = Map.groupBy(await allMembers.all(), (row) => row.group_scim_id);
      return (await all.all()).map((row) => toGroup(row, members.get(row.scim_id) ?? []));
    },
    async find(scimId) {
      const row = await byId.get(scimId);
      return row ? toGroup(row, await membersOf.all(scimId)) : null;
    },
    create: (name, externalId) =>
      db.transaction(async () => {
        const groupId = await groupNamed(name, null);
        if (groupId === null) return null;
        const scimId = randomUUID();
        await insert.run(scimId, groupId, externalId, now(), now());
        return scimId;
      }),
    write: (scimId, name, externalId) =>
      db.transaction(async () => {
        const former = (await byId.get(scimId))?.group_id;
        const groupId = await groupNamed(name, scimId);
        if (former === undefined || groupId === null) return false;
        await write.run(groupId, externalId, now(), scimId);
        await removeUnused.run({ $group: former });
        return true;
      }),
    async join(scimId, userId) {
      await join.run(scimId, userId);
      await touch.run(now(), scimId);
    },
    async leave(scimId, userId) {
      await leave.run(scimId, userId);
      await touch.run(now(), scimId);
    },
    remove: (scimId) =>
      db.transaction(async () => {
        const groupId = (await byId.get(scimId))?.group_id;
        await remove.run(scimId);
        if (groupId !== undefined) await removeUnused.run({ $group: groupId });
      }),
  };
}
