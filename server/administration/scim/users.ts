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
import { type Operation, patchOperations, type ReportDeviation, receivedMembers } from './deviations.ts';
import { ScimError } from './error.ts';
import { filterResources, resourceFilter } from './filter.ts';
import { checkVersion, userNotFound, withScimErrors } from './list.ts';
import { extensionOf, type OperatorFields, operatorPatch, operatorUser } from './operator.ts';
import { requestedChanges, type SentUser, type UserResource, userResource } from './resource.ts';
import { PortalUser, USER_ATTRIBUTES } from './schema.ts';

type Deps = AdminDeps & {
  /** Base URL of the SCIM service. */
  readonly base: string;
  readonly reportDeviation: ReportDeviation;
};

/** The result of a PATCH or PUT. `user` is null when no core attribute changes. */
type TargetUser = { readonly user: SentUser | null; readonly operatorFields: OperatorFields };

/** For identity sources, which cannot change the extension. */
const NO_OPERATOR_FIELDS: OperatorFields = { changes: {}, reason: '' };

/**
 * The accounts as SCIM users (RFC 7644, section 3).
 * @param writer who calls: an identity source, or an operator at the help desk. An operator can also change the
 * attributes of the extension schema and enable a blocked account, but not set passwords.
 */
export function scimUsers(deps: Deps, writer: 'source' | 'operator' = 'source') {
  const { portal, base, reportDeviation } = deps;
  const { accounts, config, groups, now, storage } = portal;
  const isOperator = writer === 'operator';
  const accountActions = accountAdmin(deps);
  const credentials = credentialAdmin(deps);
  const accountRows = accountRowsIn(storage);
  const users = scimUsersIn(storage, now);
  const newUserType: Account['userType'] = isOperator || config.ldap === null ? 'LOCAL' : 'EXTERNAL';

  const toResource = (account: Account, user: ScimUser): UserResource => userResource(account, user, base);

  const operatorResource = (account: Account, user: ScimUser, furtherAttributes: object = {}): UserResource =>
    userResource(account, user, base, { ...furtherAttributes, [DESK_USER_SCHEMA]: extensionOf(account) });

  const findUser = async (
    scimId: string,
  ): Promise<{ account: Account; user: ScimUser; resource: UserResource }> => {
    const user = await users.byScimId(scimId);
    const account = user && (await accounts.find(user.userId));
    if (!user || !account) throw userNotFound();
    return { account, user, resource: toResource(account, user) };
  };

  const resourceOfUserId = async (userId: string): Promise<UserResource | null> => {
    const account = config.exactIds ? await accounts.find(userId) : await accounts.findTyped(userId);
    const user = account && (await users.byUserId(account.userId));
    return account && user ? toResource(account, user) : null;
  };

  const allResources = async (): Promise<readonly UserResource[]> => {
    const usersById = new Map((await users.all()).map((user) => [user.userId, user]));
    return (await accountRows.all()).flatMap((account) => {
      const user = usersById.get(account.userId);
      return user ? [toResource(account, user)] : [];
    });
  };

  /** Finds resources by an indexed attribute. */
  const resourcesByExactValue = async (
    attribute: string,
    value: string,
  ): Promise<readonly UserResource[]> => {
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

  const findResources = async (filter: string | null): Promise<readonly UserResource[]> => {
    if (filter === null) return allResources();
    const parsedFilter = resourceFilter(filter, USER_SCHEMA);
    if (parsedFilter.exactMatch)
      return resourcesByExactValue(parsedFilter.exactMatch.attribute, parsedFilter.exactMatch.value);
    return filterResources(await allResources(), parsedFilter);
  };

  /** The sent password; null without a password, or when the directory stores the password of the account. */
  const acceptedPassword = async (sent: SentUser, userType: Account['userType']): Promise<string | null> => {
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
   * Changes a user if its version matches. A password is set in a second transaction, so that no transaction waits for
   * a hash.
   * @param targetFor returns the user after the change
   */
  const write = async (
    scimId: string,
    ifMatch: string | null,
    targetFor: (resource: UserResource) => Promise<TargetUser>,
  ): Promise<AppliedChange> => {
    const { account: targetAccount } = await findUser(scimId);
    const { userId } = targetAccount;
    let password: string | null = null;
    const applied = await accountActions.change(userId, async () => {
      const { account, user, resource } = await findUser(scimId);
      checkVersion(resource.meta.version, ifMatch);
      const { user: sent, operatorFields } = await targetFor(resource);
      const groupChange = operatorFields.groups && { groups: operatorFields.groups };
      if (!sent) return { changes: operatorFields.changes, ...groupChange };
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
      password = await acceptedPassword(sent, account.userType);
      const { changes, values } = requestedChanges(sent, { account, user }, account.userType, isOperator);
      await users.write(userId, values);
      return { changes: { ...changes, ...operatorFields.changes }, ...groupChange };
    });
    if (password !== null) await credentials.setPassword(userId, password, false);
    return applied;
  };

  /** Validates the members of a user. */
  const userFrom = (members: object): SentUser => new PortalUser(members) as unknown as SentUser;

  /** The user after a PATCH; null when nothing has changed. */
  const applyPatch = async (
    resource: UserResource,
    operations: readonly Operation[],
  ): Promise<SentUser | null> => {
    const Operations = [...operations];
    if (Operations.length === 0) return null;
    const patch = new SCIMMY.Messages.PatchOp({ schemas: [PATCH_SCHEMA], Operations });
    const applied: unknown = await patch.apply(new PortalUser(resource));
    if (!applied) return null;
    const result = applied as SentUser;
    const { displayName, name } = result;
    // displayName and name.formatted are the same name of the account, so a change of one of them changes the other.
    const isOnlyFormattedChanged =
      displayName === resource.displayName && name?.formatted !== resource.name?.formatted;
    return isOnlyFormattedChanged ? { ...result, displayName: name?.formatted ?? '' } : result;
  };

  const create = async (members: object, operatorFields: OperatorFields): Promise<ScimUser> => {
    const sent = userFrom(members);
    const userId = sent.userName.trim();
    const { changes, values } = requestedChanges(sent, null, newUserType, isOperator);
    const password = await acceptedPassword(sent, newUserType);
    const passwordHash = password === null ? undefined : await hashPassword(password, config.argon2);
    const added = await accountActions.add(
      {
        userId,
        changes: { ...changes, ...operatorFields.changes },
        ...(passwordHash && { passwordHash }),
        ...(operatorFields.groups && { groups: operatorFields.groups }),
      },
      (addedId) => users.write(addedId, values),
    );
    const user = await users.byUserId(added.userId);
    if (!user) throw userNotFound();
    return user;
  };

  /**
   * A user for operators, with the names of groups, which identity sources do not receive (RFC 7643, section 4.1.2).
   * @param visiblePart removes the values that the operator may not see
   */
  const operatorUserOf = async (
    scimId: string,
    visiblePart: (account: Account) => Account = (account) => account,
  ): Promise<UserResource> => {
    const { account, user } = await findUser(scimId);
    const names = await groups.of(account.userId);
    return operatorResource(visiblePart(account), user, { groups: names.map((display) => ({ display })) });
  };

  const forOperators = {
    /** Accounts as users without groups. */
    async list(listedAccounts: readonly Account[]): Promise<readonly UserResource[]> {
      const usersById = await users.ofUsers(listedAccounts.map(({ userId }) => userId));
      return listedAccounts.flatMap((account) => {
        const user = usersById.get(account.userId);
        return user ? [operatorResource(account, user)] : [];
      });
    },
    /** @param visiblePart removes the values that the operator may not see */
    get: (scimId: string, visiblePart: (account: Account) => Account) =>
      withScimErrors(() => operatorUserOf(scimId, visiblePart)),
    create: (body: unknown) =>
      withScimErrors(async () => {
        const { members, operatorFields } = operatorUser(body);
        return operatorUserOf((await create(members, operatorFields)).scimId);
      }),
    /** Changes a user; returns the changed user, or null when nothing has changed. */
    patch: (scimId: string, body: unknown) =>
      withScimErrors(async () => {
        const { outcome } = await write(scimId, null, async (resource) => {
          const { operations, operatorFields } = operatorPatch(body, resource);
          return { user: await applyPatch(resource, operations), operatorFields };
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
        const { userId } = await create(
          receivedMembers(body, USER_ATTRIBUTES, reportDeviation),
          NO_OPERATOR_FIELDS,
        );
        const resource = await resourceOfUserId(userId);
        if (!resource) throw userNotFound();
        return resource;
      }),
    replace: (scimId: string, body: unknown, ifMatch: string | null) =>
      withScimErrors(async () => {
        const sent = userFrom(receivedMembers(body, USER_ATTRIBUTES, reportDeviation));
        await write(scimId, ifMatch, async () => ({ user: sent, operatorFields: NO_OPERATOR_FIELDS }));
        return (await findUser(scimId)).resource;
      }),
    patch: (scimId: string, body: unknown, ifMatch: string | null) =>
      withScimErrors(async () => {
        await write(scimId, ifMatch, async (resource) => ({
          user: await applyPatch(resource, patchOperations(body, resource, reportDeviation)),
          operatorFields: NO_OPERATOR_FIELDS,
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
