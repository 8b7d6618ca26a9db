import SCIMMY from 'scimmy';
import { type AppliedChange, accountAdmin } from '#server/administration/accounts.ts';
import type { AdminDeps } from '#server/administration/admin-actions.ts';
import { checkStrength, credentialAdmin } from '#server/administration/credentials.ts';
import { isDirectoryAccount } from '#server/directory/ldap/is-directory-account.ts';
import { hashPassword } from '#server/login/password/hash.ts';
import { accountRowsIn } from '#server/storage/repositories/account-rows.ts';
import type { Account } from '#server/storage/repositories/accounts.ts';
import { type ScimUser, scimUsersIn } from '#server/storage/repositories/scim-users.ts';
import { DESK_USER_SCHEMA } from '#wire/desk/names.ts';
import { PATCH_SCHEMA, USER_SCHEMA } from '#wire/scim.ts';
import { type Operation, patchOperations, type ReportDeviation, sentMembers } from './deviations.ts';
import { ScimError } from './error.ts';
import { filterResources, resourceFilter } from './filter.ts';
import { checkVersion, userNotFound, withScimErrors } from './list.ts';
import { extensionOf, type OperatorPart, operatorPatch, operatorUser } from './operator.ts';
import { changesOf, type Resource, resourceOf, type SentUser } from './resource.ts';
import { PortalUser, USER_ATTRIBUTES } from './schema.ts';

type Deps = AdminDeps & {
  /** Base URL of the SCIM service. */
  readonly base: string;
  readonly reportDeviation: ReportDeviation;
};

/** Changes that a PATCH or PUT requests; `user` is null when no core attribute changes. */
type RequestedChanges = { readonly user: SentUser | null; readonly part: OperatorPart };

const NO_PART: OperatorPart = { changes: {}, reason: '' };

/**
 * The accounts as SCIM users (RFC 7644, section 3).
 * @param writer a source, or an operator, who can also write the extension schema of the desk and lift blocks, but
 * not set passwords
 */
export function scimUsers(deps: Deps, writer: 'source' | 'operator' = 'source') {
  const { portal, base, reportDeviation } = deps;
  const { accounts, config, groups, now, storage } = portal;
  const isOperator = writer === 'operator';
  const accountActions = accountAdmin(deps);
  const credentials = credentialAdmin(deps);
  const rows = accountRowsIn(storage);
  const users = scimUsersIn(storage, now);
  const newUserType: Account['userType'] = isOperator || config.ldap === null ? 'LOCAL' : 'EXTERNAL';

  const toResource = (account: Account, user: ScimUser): Resource => resourceOf(account, user, base);

  const operatorResource = (account: Account, user: ScimUser, furtherAttributes: object = {}): Resource =>
    resourceOf(account, user, base, { ...furtherAttributes, [DESK_USER_SCHEMA]: extensionOf(account) });

  const findUser = async (
    scimId: string,
  ): Promise<{ account: Account; user: ScimUser; resource: Resource }> => {
    const user = await users.byScimId(scimId);
    const account = user && (await accounts.find(user.userId));
    if (!user || !account) throw userNotFound();
    return { account, user, resource: toResource(account, user) };
  };

  const resourceOfUserId = async (userId: string): Promise<Resource | null> => {
    const account = config.exactIds ? await accounts.find(userId) : await accounts.findTyped(userId);
    const user = account && (await users.byUserId(account.userId));
    return account && user ? toResource(account, user) : null;
  };

  const allResources = async (): Promise<readonly Resource[]> => {
    const usersById = new Map((await users.all()).map((user) => [user.userId, user]));
    return (await rows.all()).flatMap((account) => {
      const user = usersById.get(account.userId);
      return user ? [toResource(account, user)] : [];
    });
  };

  const resourcesByExactValue = async (attribute: string, value: string): Promise<readonly Resource[]> => {
    if (attribute === 'userName') {
      const resource = await resourceOfUserId(value);
      return resource ? [resource] : [];
    }
    const scimUsersOfValue =
      attribute === 'id' ? [await users.byScimId(value)] : await users.byExternalId(value);
    const resources = await Promise.all(
      scimUsersOfValue.map((user) => user && resourceOfUserId(user.userId)),
    );
    return resources.filter((resource) => resource !== null);
  };

  const findResources = async (filter: string | null): Promise<readonly Resource[]> => {
    if (filter === null) return allResources();
    const parsedFilter = resourceFilter(filter, USER_SCHEMA);
    if (parsedFilter.exactMatch)
      return resourcesByExactValue(parsedFilter.exactMatch.attribute, parsedFilter.exactMatch.value);
    return filterResources(await allResources(), parsedFilter);
  };

  /** The password of an account whose password is stored here; null for none. */
  const passwordOf = async (sent: SentUser, userType: Account['userType']): Promise<string | null> => {
    const { password = '' } = sent;
    if (password === '') return null;
    if (isDirectoryAccount(config, { userType })) {
      reportDeviation('password-elsewhere');
      return null;
    }
    await checkStrength(portal, sent.userName, password);
    return password;
  };

  /**
   * Replaces a user if its version matches. A password is set in a second transaction, so that no transaction waits for
   * a hash.
   */
  const write = async (
    scimId: string,
    ifMatch: string | null,
    sentFor: (resource: Resource) => Promise<RequestedChanges>,
  ): Promise<AppliedChange> => {
    const { account: targetAccount } = await findUser(scimId);
    const { userId } = targetAccount;
    let password: string | null = null;
    const applied = await accountActions.change(userId, async () => {
      const { account, user, resource } = await findUser(scimId);
      checkVersion(resource.meta.version, ifMatch);
      const { user: sent, part } = await sentFor(resource);
      const groupChange = part.groups && { groups: part.groups };
      if (!sent) return { changes: part.changes, ...groupChange };
      if (
        sent.userName.trim() !== userId &&
        (await resourceOfUserId(sent.userName.trim()))?.userName !== userId
      ) {
        throw new ScimError(
          400,
          'mutability',
          'userName cannot be changed: create a new user and remove this one.',
        );
      }
      password = await passwordOf(sent, account.userType);
      const { changes, values } = changesOf(sent, { account, user }, account.userType, isOperator);
      await users.write(userId, values);
      return { changes: { ...changes, ...part.changes }, ...groupChange };
    });
    if (password !== null) await credentials.setPassword(userId, password, false);
    return applied;
  };

  const userFrom = (members: object): SentUser => new PortalUser(members) as unknown as SentUser;

  const applyPatch = async (
    resource: Resource,
    operations: readonly Operation[],
  ): Promise<SentUser | null> => {
    const Operations = [...operations];
    if (Operations.length === 0) return null;
    const patch = new SCIMMY.Messages.PatchOp({ schemas: [PATCH_SCHEMA], Operations });
    const applied: unknown = await patch.apply(new PortalUser(resource));
    if (!applied) return null;
    const result = applied as SentUser;
    const { displayName, name } = result;
    // The account has only one name: a change of either attribute changes it.
    const isOnlyFormattedChanged =
      displayName === resource.displayName && name?.formatted !== resource.name?.formatted;
    return isOnlyFormattedChanged ? { ...result, displayName: name?.formatted ?? '' } : result;
  };

  const create = async (members: object, part: OperatorPart): Promise<ScimUser> => {
    const sent = userFrom(members);
    const userId = sent.userName.trim();
    const { changes, values } = changesOf(sent, null, newUserType, isOperator);
    const password = await passwordOf(sent, newUserType);
    const passwordHash = password === null ? undefined : await hashPassword(password, config.argon2);
    const added = await accountActions.add(
      {
        userId,
        changes: { ...changes, ...part.changes },
        ...(passwordHash && { passwordHash }),
        ...(part.groups && { groups: part.groups }),
      },
      (addedId) => users.write(addedId, values),
    );
    const user = await users.byUserId(added.userId);
    if (!user) throw userNotFound();
    return user;
  };

  /** A user as shown to operators, with group names, which sources do not see (RFC 7643, section 4.1.2). */
  const operatorUserOf = async (
    scimId: string,
    visiblePart: (account: Account) => Account = (account) => account,
  ): Promise<Resource> => {
    const { account, user } = await findUser(scimId);
    const names = await groups.of(account.userId);
    return operatorResource(visiblePart(account), user, { groups: names.map((display) => ({ display })) });
  };

  const forOperators = {
    /** Accounts as list entries, without groups. */
    async list(listed: readonly Account[]): Promise<readonly Resource[]> {
      const usersById = await users.ofUsers(listed.map(({ userId }) => userId));
      return listed.flatMap((account) => {
        const user = usersById.get(account.userId);
        return user ? [operatorResource(account, user)] : [];
      });
    },
    /** @param visiblePart removes the fields that the reader may not see */
    get: (scimId: string, visiblePart: (account: Account) => Account) =>
      withScimErrors(() => operatorUserOf(scimId, visiblePart)),
    create: (body: unknown) =>
      withScimErrors(async () => {
        const { members, part } = operatorUser(body);
        return operatorUserOf((await create(members, part)).scimId);
      }),
    /** The changed user; null when nothing changed. */
    patch: (scimId: string, body: unknown) =>
      withScimErrors(async () => {
        const { outcome } = await write(scimId, null, async (resource) => {
          const { operations, part } = operatorPatch(body, resource);
          return { user: await applyPatch(resource, operations), part };
        });
        return outcome === 'unchanged' ? null : operatorUserOf(scimId);
      }),
  };

  return {
    forOperators,
    find: (filter: string | null) => withScimErrors(() => findResources(filter)),
    get: async (scimId: string) => (await findUser(scimId)).resource,
    create: (body: unknown) =>
      withScimErrors(async () => {
        const { userId } = await create(sentMembers(body, USER_ATTRIBUTES, reportDeviation), NO_PART);
        const resource = await resourceOfUserId(userId);
        if (!resource) throw userNotFound();
        return resource;
      }),
    replace: (scimId: string, body: unknown, ifMatch: string | null) =>
      withScimErrors(async () => {
        const sent = userFrom(sentMembers(body, USER_ATTRIBUTES, reportDeviation));
        await write(scimId, ifMatch, async () => ({ user: sent, part: NO_PART }));
        return (await findUser(scimId)).resource;
      }),
    patch: (scimId: string, body: unknown, ifMatch: string | null) =>
      withScimErrors(async () => {
        await write(scimId, ifMatch, async (resource) => ({
          user: await applyPatch(resource, patchOperations(body, resource, reportDeviation)),
          part: NO_PART,
        }));
        return (await findUser(scimId)).resource;
      }),
    remove: (scimId: string, ifMatch: string | null) =>
      withScimErrors(async () => {
        const { account, resource } = await findUser(scimId);
        checkVersion(resource.meta.version, ifMatch);
        await accountActions.remove(account.userId);
      }),
  };
}
