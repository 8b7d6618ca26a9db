import { createHash } from 'node:crypto';
import { type AdminDeps, adminActions } from '#server/administration/admin-actions.ts';
import { type ScimGroup, scimGroupsIn } from '#server/storage/repositories/scim-groups.ts';
import { scimUsersIn } from '#server/storage/repositories/scim-users.ts';
import { type Note, type Operation, patchOperations, sentMembers } from './deviations.ts';
import { ScimError } from './error.ts';
import { filtered, resourceFilter } from './filter.ts';
import { checkVersion, refusing } from './list.ts';
import { GROUP_ATTRIBUTES, GROUP_SCHEMA, PortalGroup } from './schema.ts';

type Member = { readonly value?: string };

/** A group as a source sends it, checked by the schema. */
type SentGroup = {
  readonly displayName: string;
  readonly externalId?: string;
  readonly members?: readonly Member[];
};

const MAX_NAME = 200;
const MAX_EXTERNAL_ID = 256;

const noGroup = (): ScimError => new ScimError(404, null, 'There is no such group.');

const taken = (): ScimError => new ScimError(409, 'uniqueness', 'There is a group of this displayName.');

/** A group as a source sees it: with those whom the source has put there. */
function resourceOf({ scimId, name, externalId, members, createdAt, modifiedAt }: ScimGroup, base: string) {
  const shown = {
    schemas: [GROUP_SCHEMA],
    id: scimId,
    ...(externalId !== null && { externalId }),
    displayName: name,
    ...(members.length > 0 && {
      members: members.map((value) => ({ value, $ref: `${base}/Users/${value}`, type: 'User' })),
    }),
  };
  const hash = createHash('sha256').update(JSON.stringify(shown)).digest('base64url').slice(0, 22);
  return {
    ...shown,
    meta: {
      resourceType: 'Group' as const,
      created: new Date(createdAt).toISOString(),
      lastModified: new Date(modifiedAt).toISOString(),
      location: `${base}/Groups/${scimId}`,
      version: `W/"${hash}"`,
    },
  };
}

const MEMBER_BY_VALUE = /^members\[\s*value\s+eq\s+"([^"]*)"\s*\]$/i;

const memberIds = (value: unknown): readonly string[] =>
  [value].flat().map((member) => {
    const id: unknown = typeof member === 'object' && member !== null ? Reflect.get(member, 'value') : member;
    if (typeof id !== 'string')
      throw new ScimError(400, 'invalidValue', 'A member has the id of a user in `value`.');
    return id;
  });

function textOf(path: string, value: unknown): string {
  if (typeof value !== 'string') throw new ScimError(400, 'invalidValue', `${path} has to be a text.`);
  return value;
}

type Target = { name: string; externalId: string | null; members: Set<string> };

/** @throws ScimError 400 */
function applyOperation(group: Target, { op, path = '', value }: Operation): void {
  const known = path.toLowerCase();
  const one = MEMBER_BY_VALUE.exec(path)?.[1];
  if (one !== undefined && op === 'remove') {
    group.members.delete(one);
  } else if (known === 'members') {
    const ids = value === undefined ? [...group.members] : memberIds(value);
    if (op === 'replace') group.members = new Set(ids);
    else for (const id of ids) group.members[op === 'add' ? 'add' : 'delete'](id);
  } else if (known === 'externalid') {
    group.externalId = op === 'remove' ? null : textOf(path, value);
  } else if (known === 'displayname') {
    if (op === 'remove') throw new ScimError(400, 'invalidValue', 'A group has a displayName.');
    group.name = textOf(path, value);
  } else if (known !== 'id' && known !== 'schemas' && known !== 'meta') {
    throw new ScimError(400, 'invalidPath', `There is nothing at the path "${path}" of a group.`);
  }
}

/** Groups as SCIM resources (RFC 7643, section 4.2; RFC 7644, section 3). */
export function scimGroups(deps: AdminDeps & { readonly base: string; readonly note: Note }) {
  const { portal, base, note } = deps;
  const { now, storage } = portal;
  const { act } = adminActions(deps);
  const groups = scimGroupsIn(storage, now);
  const users = scimUsersIn(storage, now);

  const known = async (scimId: string): Promise<ScimGroup> => {
    const group = await groups.find(scimId);
    if (!group) throw noGroup();
    return group;
  };

  const shown = async (scimId: string) => resourceOf(await known(scimId), base);

  const userIdOf = async (member: string): Promise<string> => {
    const user = await users.byScimId(member);
    if (!user) throw new ScimError(400, 'invalidValue', `There is no user "${member}".`);
    return user.userId;
  };

  const checked = ({ name, externalId, members }: Target): Target => {
    const trimmed = name.trim();
    if (trimmed === '' || trimmed.length > MAX_NAME || /\p{Cc}/u.test(trimmed))
      throw new ScimError(400, 'invalidValue', `displayName is one line of at most ${MAX_NAME} characters.`);
    if ((externalId?.length ?? 0) > MAX_EXTERNAL_ID)
      throw new ScimError(400, 'invalidValue', `externalId has at most ${MAX_EXTERNAL_ID} characters.`);
    return { name: trimmed, externalId, members };
  };

  const targetOf = (body: unknown): Target => {
    const sent = new PortalGroup(sentMembers(body, GROUP_ATTRIBUTES, note)) as unknown as SentGroup;
    const { displayName: name, externalId = null, members = [] } = sent;
    return checked({ name, externalId, members: new Set(memberIds(members)) });
  };

  type Report = Parameters<Parameters<typeof act>[0]>[0];

  /** Writes who is in a group; those who come and go have a line in the audit. */
  const writeMembers = async (
    scimId: string,
    present: ReadonlySet<string>,
    wanted: ReadonlySet<string>,
    report: Report,
  ): Promise<void> => {
    const changes = [
      ...[...wanted].filter((member) => !present.has(member)).map((member) => [member, groups.join] as const),
      ...[...present]
        .filter((member) => !wanted.has(member))
        .map((member) => [member, groups.leave] as const),
    ];
    for (const [member, change] of changes) {
      const userId = await userIdOf(member);
      await change(scimId, userId);
      report({ action: 'change', account: userId, details: { fields: 'groups' } });
    }
  };

  const write = (
    scimId: string,
    ifMatch: string | null,
    targetFor: (group: ScimGroup) => Target,
  ): Promise<void> =>
    act(async (report) => {
      const group = await known(scimId);
      checkVersion(resourceOf(group, base).meta.version, ifMatch);
      const { name, externalId, members } = targetFor(group);
      const isNamed = name !== group.name || externalId !== group.externalId;
      if (isNamed && !(await groups.write(scimId, name, externalId))) throw taken();
      await writeMembers(scimId, new Set(group.members), members, report);
    });

  return {
    find: (filter: string | null) =>
      refusing(async () => {
        const all = (await groups.all()).map((group) => resourceOf(group, base));
        return filter === null ? all : filtered(all, resourceFilter(filter, GROUP_SCHEMA));
      }),
    get: shown,
    create: (body: unknown) =>
      refusing(async () => {
        const { name, externalId, members } = targetOf(body);
        const scimId = await act(async (report) => {
          const made = await groups.create(name, externalId);
          if (made === null) throw taken();
          await writeMembers(made, new Set(), members, report);
          return made;
        });
        return shown(scimId);
      }),
    replace: (scimId: string, body: unknown, ifMatch: string | null) =>
      refusing(async () => {
        const target = targetOf(body);
        await write(scimId, ifMatch, () => target);
        return shown(scimId);
      }),
    patch: (scimId: string, body: unknown, ifMatch: string | null) =>
      refusing(async () => {
        await write(scimId, ifMatch, ({ name, externalId, members }) => {
          const target: Target = { name, externalId, members: new Set(members) };
          for (const operation of patchOperations(body, {}, note)) applyOperation(target, operation);
          return checked(target);
        });
        return shown(scimId);
      }),
    remove: (scimId: string, ifMatch: string | null) =>
      refusing(() =>
        act(async (report) => {
          const group = await known(scimId);
          checkVersion(resourceOf(group, base).meta.version, ifMatch);
          await writeMembers(scimId, new Set(group.members), new Set(), report);
          await groups.remove(scimId);
        }),
      ),
  };
}
