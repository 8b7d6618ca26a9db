import SCIMMY from 'scimmy';
import { accountAdmin } from '#server/administration/accounts.ts';
import type { AdminDeps } from '#server/administration/admin-actions.ts';
import { checkStrength, credentialAdmin } from '#server/administration/credentials.ts';
import { isDirectoryAccount } from '#server/directory/ldap/is-directory-account.ts';
import { hashPassword } from '#server/login/password/hash.ts';
import { accountRowsIn } from '#server/storage/repositories/account-rows.ts';
import type { Account } from '#server/storage/repositories/accounts.ts';
import { type ScimUser, scimUsersIn } from '#server/storage/repositories/scim-users.ts';
import { patchOperations, type ReportDeviation, sentMembers } from './deviations.ts';
import { ScimError } from './error.ts';
import { filterResources, resourceFilter } from './filter.ts';
import { checkVersion, userNotFound, withScimErrors } from './list.ts';
import { changesOf, type Resource, resourceOf, type SentUser } from './resource.ts';
import { PortalUser, USER_ATTRIBUTES, USER_SCHEMA } from './schema.ts';

const PATCH_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

/** The accounts as SCIM users (RFC 7644, section 3). */
export function scimUsers(deps: AdminDeps & { readonly base: string; readonly note: ReportDeviation }) {
  const { portal, base, note } = deps;
  const { accounts, config, now, storage } = portal;
  const accountActions = accountAdmin(deps);
  const credentials = credentialAdmin(deps);
  const rows = accountRowsIn(storage);
  const users = scimUsersIn(storage, now);
  const newType: Account['userType'] = config.ldap === null ? 'LOCAL' : 'EXTERNAL';

  const toResource = (account: Account, user: ScimUser): Resource => resourceOf(account, user, base);

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
    const named = new Map((await users.all()).map((user) => [user.userId, user]));
    return (await rows.all()).flatMap((account) => {
      const user = named.get(account.userId);
      return user ? [toResource(account, user)] : [];
    });
  };

  const resourcesByExactValue = async (attribute: string, value: string): Promise<readonly Resource[]> => {
    if (attribute === 'userName') {
      const found = await resourceOfUserId(value);
      return found ? [found] : [];
    }
    const found = attribute === 'id' ? [await users.byScimId(value)] : await users.byExternalId(value);
    const resources = await Promise.all(found.map((user) => user && resourceOfUserId(user.userId)));
    return resources.filter((resource) => resource !== null);
  };

  const findResources = async (filter: string | null): Promise<readonly Resource[]> => {
    if (filter === null) return allResources();
    const read = resourceFilter(filter, USER_SCHEMA);
    if (read.exactMatch) return resourcesByExactValue(read.exactMatch.attribute, read.exactMatch.value);
    return filterResources(await allResources(), read);
  };

  /** The password of an account whose password is stored here; null for none. */
  const passwordOf = async (sent: SentUser, userType: Account['userType']): Promise<string | null> => {
    const { password = '' } = sent;
    if (password === '') return null;
    if (isDirectoryAccount(config, { userType })) {
      note('password-elsewhere');
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
    sentFor: (resource: Resource) => Promise<SentUser | null>,
  ): Promise<void> => {
    const { account: targetAccount } = await findUser(scimId);
    const { userId } = targetAccount;
    let password: string | null = null;
    await accountActions.change(userId, async () => {
      const { account, user, resource } = await findUser(scimId);
      checkVersion(resource.meta.version, ifMatch);
      const sent = await sentFor(resource);
      if (!sent) return {};
      if (
        sent.userName.trim() !== userId &&
        (await resourceOfUserId(sent.userName.trim()))?.userName !== userId
      ) {
        throw new ScimError(
          400,
          'mutability',
          'userName stays as it is: make a new user and remove this one.',
        );
      }
      password = await passwordOf(sent, account.userType);
      const { changes, values } = changesOf(sent, { account, user }, account.userType);
      await users.write(userId, values);
      return changes;
    });
    if (password !== null) await credentials.setPassword(userId, password, false);
  };

  const userFrom = (members: object): SentUser => new PortalUser(members) as unknown as SentUser;

  const applyPatch = async (resource: Resource, body: unknown): Promise<SentUser | null> => {
    const Operations = [...patchOperations(body, resource, note)];
    if (Operations.length === 0) return null;
    const patch = new SCIMMY.Messages.PatchOp({ schemas: [PATCH_SCHEMA], Operations });
    const applied: unknown = await patch.apply(new PortalUser(resource));
    if (!applied) return null;
    const result = applied as SentUser;
    const { displayName, name } = result;
    // Both are the one name of the account: a change of either changes it.
    const isFormattedAlone =
      displayName === resource.displayName && name?.formatted !== resource.name?.formatted;
    return isFormattedAlone ? { ...result, displayName: name?.formatted ?? '' } : result;
  };

  return {
    find: (filter: string | null) => withScimErrors(() => findResources(filter)),
    get: async (scimId: string) => (await findUser(scimId)).resource,
    create: (body: unknown) =>
      withScimErrors(async () => {
        const sent = userFrom(sentMembers(body, USER_ATTRIBUTES, note));
        const userId = sent.userName.trim();
        const { changes, values } = changesOf(sent, null, newType);
        const password = await passwordOf(sent, newType);
        const passwordHash = password === null ? undefined : await hashPassword(password, config.argon2);
        const made = await accountActions.add(
          { userId, changes, ...(passwordHash && { passwordHash }) },
          (added) => users.write(added, values),
        );
        const resource = await resourceOfUserId(made.userId);
        if (!resource) throw userNotFound();
        return resource;
      }),
    replace: (scimId: string, body: unknown, ifMatch: string | null) =>
      withScimErrors(async () => {
        const sent = userFrom(sentMembers(body, USER_ATTRIBUTES, note));
        await write(scimId, ifMatch, async () => sent);
        return (await findUser(scimId)).resource;
      }),
    patch: (scimId: string, body: unknown, ifMatch: string | null) =>
      withScimErrors(async () => {
        await write(scimId, ifMatch, (resource) => applyPatch(resource, body));
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
