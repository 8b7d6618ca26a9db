import SCIMMY from 'scimmy';
import { accountAdmin } from '#server/administration/accounts.ts';
import type { AdminDeps } from '#server/administration/admin-actions.ts';
import { checkStrength, credentialAdmin } from '#server/administration/credentials.ts';
import { isDirectoryAccount } from '#server/directory/ldap/is-directory-account.ts';
import { hashPassword } from '#server/login/password/hash.ts';
import { accountRowsIn } from '#server/storage/repositories/account-rows.ts';
import type { Account } from '#server/storage/repositories/accounts.ts';
import { type ScimUser, scimUsersIn } from '#server/storage/repositories/scim-users.ts';
import { type Note, patchOperations, sentMembers } from './deviations.ts';
import { ScimError } from './error.ts';
import { filtered, resourceFilter } from './filter.ts';
import { checkVersion, noUser, refusing } from './list.ts';
import { changesOf, type Resource, resourceOf, type SentUser } from './resource.ts';
import { PortalUser, USER_ATTRIBUTES, USER_SCHEMA } from './schema.ts';

const PATCH_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

/** The accounts as SCIM users (RFC 7644, section 3). */
export function scimUsers(deps: AdminDeps & { readonly base: string; readonly note: Note }) {
  const { portal, base, note } = deps;
  const { accounts, config, now, storage } = portal;
  const accountActions = accountAdmin(deps);
  const credentials = credentialAdmin(deps);
  const rows = accountRowsIn(storage);
  const users = scimUsersIn(storage, now);
  const newType: Account['userType'] = config.ldap === null ? 'LOCAL' : 'EXTERNAL';

  const shown = (account: Account, user: ScimUser): Resource => resourceOf(account, user, base);

  const known = async (scimId: string): Promise<{ account: Account; user: ScimUser; resource: Resource }> => {
    const user = await users.byScimId(scimId);
    const account = user && (await accounts.find(user.userId));
    if (!user || !account) throw noUser();
    return { account, user, resource: shown(account, user) };
  };

  const ofUserId = async (userId: string): Promise<Resource | null> => {
    const account = config.exactIds ? await accounts.find(userId) : await accounts.findTyped(userId);
    const user = account && (await users.byUserId(account.userId));
    return account && user ? shown(account, user) : null;
  };

  const everybody = async (): Promise<readonly Resource[]> => {
    const named = new Map((await users.all()).map((user) => [user.userId, user]));
    return (await rows.all()).flatMap((account) => {
      const user = named.get(account.userId);
      return user ? [shown(account, user)] : [];
    });
  };

  const exactly = async (attribute: string, value: string): Promise<readonly Resource[]> => {
    if (attribute === 'userName') {
      const found = await ofUserId(value);
      return found ? [found] : [];
    }
    const found = attribute === 'id' ? [await users.byScimId(value)] : await users.byExternalId(value);
    const resources = await Promise.all(found.map((user) => user && ofUserId(user.userId)));
    return resources.filter((resource) => resource !== null);
  };

  const matching = async (filter: string | null): Promise<readonly Resource[]> => {
    if (filter === null) return everybody();
    const read = resourceFilter(filter, USER_SCHEMA);
    if (read.exactly) return exactly(read.exactly.attribute, read.exactly.value);
    return filtered(await everybody(), read);
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
   * Writes what a source makes of a user, whole, and only of the version that it means. A password follows in a
   * transaction of its own: none waits for a hash.
   */
  const write = async (
    scimId: string,
    ifMatch: string | null,
    sentFor: (resource: Resource) => Promise<SentUser | null>,
  ): Promise<void> => {
    const { account: meant } = await known(scimId);
    const { userId } = meant;
    let password: string | null = null;
    await accountActions.change(userId, async () => {
      const { account, user, resource } = await known(scimId);
      checkVersion(resource.meta.version, ifMatch);
      const sent = await sentFor(resource);
      if (!sent) return {};
      if (sent.userName.trim() !== userId && (await ofUserId(sent.userName.trim()))?.userName !== userId) {
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

  const coerced = (members: object): SentUser => new PortalUser(members) as unknown as SentUser;

  const patched = async (resource: Resource, body: unknown): Promise<SentUser | null> => {
    const Operations = [...patchOperations(body, resource, note)];
    if (Operations.length === 0) return null;
    const patch = new SCIMMY.Messages.PatchOp({ schemas: [PATCH_SCHEMA], Operations });
    const applied: unknown = await patch.apply(new PortalUser(resource));
    if (!applied) return null;
    const result = applied as SentUser;
    const { displayName, name } = result;
    // Both are the one name of the account: who changes one of them means the name.
    const isFormattedAlone =
      displayName === resource.displayName && name?.formatted !== resource.name?.formatted;
    return isFormattedAlone ? { ...result, displayName: name?.formatted ?? '' } : result;
  };

  return {
    find: (filter: string | null) => refusing(() => matching(filter)),
    get: async (scimId: string) => (await known(scimId)).resource,
    create: (body: unknown) =>
      refusing(async () => {
        const sent = coerced(sentMembers(body, USER_ATTRIBUTES, note));
        const userId = sent.userName.trim();
        const { changes, values } = changesOf(sent, null, newType);
        const password = await passwordOf(sent, newType);
        const passwordHash = password === null ? undefined : await hashPassword(password, config.argon2);
        const made = await accountActions.add(
          { userId, changes, ...(passwordHash && { passwordHash }) },
          (added) => users.write(added, values),
        );
        const resource = await ofUserId(made.userId);
        if (!resource) throw noUser();
        return resource;
      }),
    replace: (scimId: string, body: unknown, ifMatch: string | null) =>
      refusing(async () => {
        const sent = coerced(sentMembers(body, USER_ATTRIBUTES, note));
        await write(scimId, ifMatch, async () => sent);
        return (await known(scimId)).resource;
      }),
    patch: (scimId: string, body: unknown, ifMatch: string | null) =>
      refusing(async () => {
        await write(scimId, ifMatch, (resource) => patched(resource, body));
        return (await known(scimId)).resource;
      }),
    remove: (scimId: string, ifMatch: string | null) =>
      refusing(async () => {
        const { account, resource } = await known(scimId);
        checkVersion(resource.meta.version, ifMatch);
        await accountActions.remove(account.userId);
      }),
  };
}
