import { createHash } from 'node:crypto';
import { type AdminDeps, adminActions } from '#server/administration/admin-actions.ts';
import { type ScimGroup, scimGroupsIn } from '#server/storage/repositories/scim-groups.ts';
import { scimUsersIn } from '#server/storage/repositories/scim-users.ts';
import { GROUP_SCHEMA } from '#wire/scim.ts';
import { type Operation, patchOperations, type ReportDeviation, receivedMembers } from './deviations.ts';
import { ScimError } from './error.ts';
import { filterResources, resourceFilter } from './filter.ts';
import { checkVersion, withScimErrors } from './list.ts';
import { GROUP_ATTRIBUTES, PortalGroup } from './schema.ts';

type Member = { readonly value?: string };

/** A group as an identity source has sent it, after validation with the schema. */
type SentGroup = {
  readonly displayName: string;
  readonly externalId?: string;
  readonly members?: readonly Member[];
};

const MAX_NAME_LENGTH = 200;
const MAX_EXTERNAL_ID_LENGTH = 256;

const noGroup = (): ScimError => new ScimError(404, null, 'There is no such group.');

const nameTaken = (): ScimError => new ScimError(409, 'uniqueness', 'Another group has this displayName.');

/** A group as a SCIM resource. Its members are only the people whom the identity source has added. */
function groupResource(
  { scimId, name, externalId, members, createdAt, modifiedAt }: ScimGroup,
  base: string,
) {
  const content = {
    schemas: [GROUP_SCHEMA],
    id: scimId,
    ...(externalId !== null && { externalId }),
    displayName: name,
    ...(members.length > 0 && {
      members: members.map((value) => ({ value, $ref: `${base}/Users/${value}`, type: 'User' })),
    }),
  };
  const hash = createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 22);
  return {
    ...content,
    meta: {
      resourceType: 'Group' as const,
      created: new Date(createdAt).toISOString(),
      lastModified: new Date(modifiedAt).toISOString(),
      location: `${base}/Groups/${scimId}`,
      version: `W/"${hash}"`,
    },
  };
}

/** A path such as `members[value eq "2819c223"]`. */
const MEMBER_BY_VALUE = /^members\[\s*value\s+eq\s+"([^"]*)"\s*\]$/i;

/** The SCIM ids in the members of a request: objects with a `value`, or the ids themselves. */
const memberIds = (value: unknown): readonly string[] =>
  [value].flat().map((member) => {
    const id: unknown = typeof member === 'object' && member !== null ? Reflect.get(member, 'value') : member;
    if (typeof id !== 'string')
      throw new ScimError(400, 'invalidValue', 'The `value` of a member must be the id of a user.');
    return id;
  });

function textOf(path: string, value: unknown): string {
  if (typeof value !== 'string') throw new ScimError(400, 'invalidValue', `${path} must be a string.`);
  return value;
}

/** The values of a group; the members are SCIM ids. */
type GroupValues = { name: string; externalId: string | null; members: Set<string> };

/**
 * Changes the values of a group as an operation of a PATCH requests.
 * @throws ScimError 400
 */
function applyOperation(group: GroupValues, { op, path = '', value }: Operation): void {
  const attribute = path.toLowerCase();
  const memberId = MEMBER_BY_VALUE.exec(path)?.[1];
  if (memberId !== undefined && op === 'remove') {
    group.members.delete(memberId);
  } else if (attribute === 'members') {
    const ids = value === undefined ? [...group.members] : memberIds(value);
    if (op === 'replace') group.members = new Set(ids);
    else for (const id of ids) group.members[op === 'add' ? 'add' : 'delete'](id);
  } else if (attribute === 'externalid') {
    group.externalId = op === 'remove' ? null : textOf(path, value);
  } else if (attribute === 'displayname') {
    if (op === 'remove')
      throw new ScimError(400, 'invalidValue', 'The displayName of a group cannot be removed.');
    group.name = textOf(path, value);
  } else if (attribute !== 'id' && attribute !== 'schemas' && attribute !== 'meta') {
    throw new ScimError(400, 'invalidPath', `A group has no attribute at the path "${path}".`);
  }
}

/**
 * The groups as SCIM resources (RFC 7643, section 4.2; RFC 7644, section 3).
 * @param deps.base base URL of the SCIM service
 */
export function scimGroups(
  deps: AdminDeps & { readonly base: string; readonly reportDeviation: ReportDeviation },
) {
  const { portal, base, reportDeviation } = deps;
  const { now, storage } = portal;
  const { runAudited } = adminActions(deps);
  const groups = scimGroupsIn(storage, now);
  const users = scimUsersIn(storage, now);

  const findGroup = async (scimId: string): Promise<ScimGroup> => {
    const group = await groups.find(scimId);
    if (!group) throw noGroup();
    return group;
  };

  const findResource = async (scimId: string) => groupResource(await findGroup(scimId), base);

  const requireUserId = async (memberId: string): Promise<string> => {
    const user = await users.byScimId(memberId);
    if (!user) throw new ScimError(400, 'invalidValue', `There is no user "${memberId}".`);
    return user.userId;
  };

  const checkValues = ({ name, externalId, members }: GroupValues): GroupValues => {
    const trimmed = name.trim();
    if (trimmed === '' || trimmed.length > MAX_NAME_LENGTH || /\p{Cc}/u.test(trimmed))
      throw new ScimError(
        400,
        'invalidValue',
        `displayName must be one line of at most ${MAX_NAME_LENGTH} characters.`,
      );
    if ((externalId?.length ?? 0) > MAX_EXTERNAL_ID_LENGTH)
      throw new ScimError(
        400,
        'invalidValue',
        `externalId has at most ${MAX_EXTERNAL_ID_LENGTH} characters.`,
      );
    return { name: trimmed, externalId, members };
  };

  const groupFrom = (body: unknown): GroupValues => {
    const sentGroup = new PortalGroup(
      receivedMembers(body, GROUP_ATTRIBUTES, reportDeviation),
    ) as unknown as SentGroup;
    const { displayName: name, externalId = null, members = [] } = sentGroup;
    return checkValues({ name, externalId, members: new Set(memberIds(members)) });
  };

  type Report = Parameters<Parameters<typeof runAudited>[0]>[0];

  /** Adds and removes members of a group. The audit gets an event for each of them. */
  const writeMembers = async (
    scimId: string,
    current: ReadonlySet<string>,
    target: ReadonlySet<string>,
    report: Report,
  ): Promise<void> => {
    const changes = [
      ...[...target]
        .filter((memberId) => !current.has(memberId))
        .map((memberId) => [memberId, groups.join] as const),
      ...[...current]
        .filter((memberId) => !target.has(memberId))
        .map((memberId) => [memberId, groups.leave] as const),
    ];
    for (const [memberId, change] of changes) {
      const userId = await requireUserId(memberId);
      await change(scimId, userId);
      report({ action: 'change', account: userId, details: { fields: 'groups' } });
    }
  };

  /** Changes a group if its version matches. */
  const write = (
    scimId: string,
    ifMatch: string | null,
    targetFor: (group: ScimGroup) => GroupValues,
  ): Promise<void> =>
    runAudited(async (report) => {
      const group = await findGroup(scimId);
      checkVersion(groupResource(group, base).meta.version, ifMatch);
      const { name, externalId, members } = targetFor(group);
      const isRenamed = name !== group.name || externalId !== group.externalId;
      if (isRenamed && !(await groups.write(scimId, name, externalId))) throw nameTaken();
      await writeMembers(scimId, new Set(group.members), members, report);
    });

  return {
    find: (filter: string | null) =>
      withScimErrors(async () => {
        const all = (await groups.all()).map((group) => groupResource(group, base));
        return filter === null ? all : filterResources(all, resourceFilter(filter, GROUP_SCHEMA));
      }),
    get: findResource,
    create: (body: unknown) =>
      withScimErrors(async () => {
        const { name, externalId, members } = groupFrom(body);
        const scimId = await runAudited(async (report) => {
          const createdId = await groups.create(name, externalId);
          if (createdId === null) throw nameTaken();
          await writeMembers(createdId, new Set(), members, report);
          return createdId;
        });
        return findResource(scimId);
      }),
    replace: (scimId: string, body: unknown, ifMatch: string | null) =>
      withScimErrors(async () => {
        const target = groupFrom(body);
        await write(scimId, ifMatch, () => target);
        return findResource(scimId);
      }),
    patch: (scimId: string, body: unknown, ifMatch: string | null) =>
      withScimErrors(async () => {
        await write(scimId, ifMatch, ({ name, externalId, members }) => {
          const target: GroupValues = { name, externalId, members: new Set(members) };
          for (const operation of patchOperations(body, {}, reportDeviation))
            applyOperation(target, operation);
          return checkValues(target);
        });
        return findResource(scimId);
      }),
    remove: (scimId: string, ifMatch: string | null) =>
      withScimErrors(() =>
        runAudited(async (report) => {
          const group = await findGroup(scimId);
          checkVersion(groupResource(group, base).meta.version, ifMatch);
          await writeMembers(scimId, new Set(group.members), new Set(), report);
          await groups.remove(scimId);
        }),
      ),
  };
}
