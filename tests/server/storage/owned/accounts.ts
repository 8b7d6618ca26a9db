import * as v from 'valibot';
import { account } from '#server/config/account.ts';
import { accountRowsIn } from '#server/storage/repositories/account-rows.ts';
import { adminPasswordChangesIn } from '#server/storage/repositories/admin-password-changes.ts';
import { passwordsIn } from '#server/storage/repositories/passwords.ts';
import { scimGroupsIn } from '#server/storage/repositories/scim-groups.ts';
import { scimUsersIn } from '#server/storage/repositories/scim-users.ts';
import {
  DAY,
  expiringEntry,
  failUntilLocked,
  lockByAdministrator,
  MINUTE,
  newHash,
  newName,
  newNumber,
  type OwnedEntry,
  permanentEntry,
  replacePassword,
} from './entries.ts';

/** Adds an account that the test may remove. */
async function addAccount({ portal }: Parameters<OwnedEntry['storeEntry']>[0]): Promise<string> {
  const userId = `person${newNumber()}`;
  await portal.accounts.add(v.parse(account, { userId, name: { ko: userId, en: userId } }), 'x');
  return userId;
}

/** Accounts and passwords, with the actions of administrators on them. */
export const ACCOUNTS: Readonly<Record<string, OwnedEntry>> = {
  'an account': permanentEntry(
    'accounts',
    ['userId'],
    async ({ accounts }, owner) =>
      async ({ userId }) =>
        (await accounts.find(userId))?.userId === owner.userId,
  ),
  'the data of an account that are changed': permanentEntry(
    'accounts',
    ['userId'],
    async ({ accounts, db }, owner) =>
      async ({ userId }) => {
        const phoneNumber = newName();
        const account = await accounts.find(userId);
        if (account) await accountRowsIn(db).write({ ...account, phoneNumber });
        return (await accounts.find(owner.userId))?.phoneNumber === phoneNumber;
      },
  ),
  'an account that is reactivated': permanentEntry(
    'accounts',
    ['userId'],
    async ({ accounts, suspensions }, owner) => {
      await suspensions.suspend(owner.userId);
      return async ({ userId }) => {
        await suspensions.end(userId);
        return (await accounts.find(owner.userId))?.suspended === null;
      };
    },
  ),
  'the link that suspends an account': expiringEntry(
    'sign_in_report_links',
    [],
    7 * DAY,
    async ({ signInReportLinks }, { userId }) => {
      const key = await signInReportLinks.issue(userId);
      return async () => (await signInReportLinks.use(key)) === userId;
    },
  ),
  'the link that suspends an account, opened without use': expiringEntry(
    'sign_in_report_links',
    [],
    7 * DAY,
    async ({ signInReportLinks }, { userId }) => {
      const key = await signInReportLinks.issue(userId);
      return () => signInReportLinks.isOpen(key);
    },
  ),
  'an account that is suspended': permanentEntry(
    'accounts',
    ['userId'],
    async ({ accounts, suspensions }, owner) => {
      await suspensions.end(owner.userId);
      return async ({ userId }) => {
        await suspensions.suspend(userId);
        return (await accounts.find(owner.userId))?.suspended === 'reported';
      };
    },
  ),
  'an account that is not dormant': permanentEntry(
    'sign_ins',
    ['userId'],
    async ({ accounts, signIns, suspensions, now, db }, { userId: ownerId }) => {
      await suspensions.suspendUnused(0);
      for (const [userId, at] of [
        [ownerId, now() + 1],
        ['yoon', 0],
      ] as const) {
        await suspensions.end(userId);
        await db.prepare('UPDATE accounts SET counted_from = 0 WHERE user_id = ?').run(userId);
        await signIns.record(userId, at, { browser: '', address: '' });
      }
      return async ({ userId }) => {
        await suspensions.suspendUnused(now() - MINUTE);
        return (await accounts.find(userId))?.suspended === null;
      };
    },
  ),
  'the removal of an account': permanentEntry('accounts', [], async (server) => {
    const userId = await addAccount(server);
    await server.portal.proofs.recordPolicyCheck(
      (await server.portal.sessions.start()).session,
      'x',
      userId,
      'x',
    );
    return async () => {
      await accountRowsIn(server.db).remove(userId);
      return (await server.portal.accounts.find(userId)) === null;
    };
  }),
  'a group from which a person is removed': permanentEntry(
    'group_members',
    ['userId'],
    async ({ groups }, owner) => {
      await groups.setFromFile(owner.userId, ['shared']);
      return async ({ userId }) => {
        await groups.setFromFile(userId, []);
        return (await groups.of(owner.userId)).length === 0;
      };
    },
  ),
  'a person who has returned to the directory': permanentEntry(
    'directory_people',
    ['userId'],
    async ({ directoryPeople }, owner) => {
      await directoryPeople.record(owner.userId, 1);
      return async ({ userId }) => {
        await directoryPeople.record(userId, null);
        return (await directoryPeople.all()).get(owner.userId) === null;
      };
    },
  ),
  'the groups of a person': permanentEntry('group_members', ['userId'], async ({ groups }, owner) => {
    const name = newName();
    await groups.setFromFile(owner.userId, [name]);
    return async ({ userId }) => (await groups.of(userId)).includes(name);
  }),
  'the groups of a person by a file': permanentEntry(
    'group_members',
    ['userId'],
    async ({ groups }, owner) => {
      const name = newName();
      await groups.setFromFile(owner.userId, [name]);
      return async ({ userId }) => (await groups.fromFile(userId)).includes(name);
    },
  ),
  'the groups of a person by the identity source': permanentEntry(
    'scim_group_members',
    ['userId'],
    async ({ groups, now, db }, owner) => {
      const name = newName();
      const scimGroups = scimGroupsIn(db, now);
      await scimGroups.join((await scimGroups.create(name, null)) ?? '', owner.userId);
      return async ({ userId }) => (await groups.of(userId)).includes(name);
    },
  ),
  ...Object.fromEntries(
    (['find', 'all'] as const).map((call): [string, OwnedEntry] => [
      `the members of a group of the identity source, by ${call}`,
      permanentEntry('scim_group_members', ['userId'], async ({ now, db }, owner) => {
        const [scimGroups, scimUsers] = [scimGroupsIn(db, now), scimUsersIn(db, now)];
        const scimId = (await scimGroups.create(newName(), null)) ?? '';
        await scimUsers.byUserId(owner.userId);
        await scimGroups.join(scimId, owner.userId);
        return async ({ userId }) => {
          const user = await scimUsers.byUserId(userId);
          const groups = call === 'all' ? await scimGroups.all() : [await scimGroups.find(scimId)];
          const group = groups.find((found) => found?.scimId === scimId);
          return user !== null && group?.members.includes(user.scimId) === true;
        };
      }),
    ]),
  ),
  'a group from which the identity source removes a person': permanentEntry(
    'scim_group_members',
    ['userId'],
    async ({ groups, now, db }, owner) => {
      const name = newName();
      const scimGroups = scimGroupsIn(db, now);
      const scimId = (await scimGroups.create(name, null)) ?? '';
      await scimGroups.join(scimId, owner.userId);
      return async ({ userId }) => {
        await scimGroups.leave(scimId, userId);
        return !(await groups.of(owner.userId)).includes(name);
      };
    },
  ),
  'the name of an account at the identity source': permanentEntry(
    'scim_users',
    ['userId'],
    async ({ now, db }, owner) => {
      const users = scimUsersIn(db, now);
      await users.all();
      return async ({ userId }) => {
        const externalId = newName();
        await users.write(userId, { externalId, locale: null, language: null });
        const stored = await users.byUserId(owner.userId);
        return stored?.userId === owner.userId && stored.externalId === externalId;
      };
    },
  ),
  'a password': permanentEntry('passwords', ['userId'], async ({ passwords, db }, owner) => {
    await replacePassword(db, owner.userId);
    const hash = (await passwords.find(owner.userId))?.hash;
    return async ({ userId }) => (await passwords.find(userId))?.hash === hash;
  }),
  'a password that has to be changed': permanentEntry(
    'passwords',
    ['userId'],
    async ({ passwords, db }, owner) => {
      await replacePassword(db, owner.userId);
      return async ({ userId }) => {
        await adminPasswordChangesIn(db).requireChange(userId);
        return (await passwords.find(owner.userId))?.isInitial === true;
      };
    },
  ),
  'a password that was reset': permanentEntry('passwords', ['userId'], async ({ passwords, db }, owner) => {
    await passwordsIn(db).replace(owner.userId, { ...newHash(), resetMethod: 'sms' });
    return async ({ userId }) => {
      await passwords.clearResetMethod(userId);
      return (await passwords.find(owner.userId))?.resetMethod === null;
    };
  }),
  'the check by which a password was set': permanentEntry(
    'passwords',
    ['userId'],
    async ({ passwords, now, db }, owner) =>
      async ({ userId }) => {
        const identityCheck = { method: newName(), at: now() };
        await passwordsIn(db).replace(userId, { ...newHash(), identityCheck });
        return (await passwords.find(owner.userId))?.identityCheck?.method === identityCheck.method;
      },
  ),
  'a password that is hashed again': permanentEntry(
    'passwords',
    ['userId'],
    async ({ passwords, db }, owner) => {
      await replacePassword(db, owner.userId);
      const stored = await passwords.find(owner.userId);
      return async ({ userId }) => {
        const storedOfCaller = await passwords.find(userId);
        if (storedOfCaller) await passwords.replaceHash(userId, storedOfCaller, newName());
        return (await passwords.find(owner.userId))?.hash !== stored?.hash;
      };
    },
  ),
  'a password that was changed before it was hashed again': permanentEntry(
    'passwords',
    ['userId'],
    async ({ passwords, db }, owner) => {
      const storedBefore = await passwords.find(owner.userId);
      return async ({ userId }) => {
        await replacePassword(db, userId);
        const stored = await passwords.find(owner.userId);
        if (storedBefore) await passwords.replaceHash(owner.userId, storedBefore, newName());
        return (
          (await passwords.find(owner.userId))?.hash === stored?.hash && stored?.hash !== storedBefore?.hash
        );
      };
    },
  ),
  'a password that is added to the history': permanentEntry(
    'password_history',
    ['userId'],
    async ({ passwords, passwordChanges, db }, owner) => {
      await replacePassword(db, owner.userId);
      const former = (await passwords.find(owner.userId))?.hash;
      return async ({ userId }) => {
        await replacePassword(db, userId);
        return (await passwordChanges.findHistory(userId, 1))[0] === former;
      };
    },
  ),
  'failed attempts that a new password removes': permanentEntry(
    'attempts',
    ['userId'],
    async ({ attempts, db }, owner) => {
      await attempts.succeed(owner.userId, '-1');
      await failUntilLocked({ attempts }, owner.userId, '-1');
      return async ({ userId }) => {
        await replacePassword(db, userId);
        return !(await attempts.isLocked(owner.userId, '-1'));
      };
    },
  ),
  'the lock by an administrator, which a new password does not remove': permanentEntry(
    'attempts',
    ['userId'],
    async (server, owner) => {
      await lockByAdministrator(server, owner.userId);
      await replacePassword(server.db, owner.userId);
      return ({ userId }) => server.portal.attempts.isLockedByAdministrator(userId);
    },
  ),
  'a lock that an administrator sees and removes': permanentEntry(
    'attempts',
    ['userId'],
    async ({ attempts, db }, owner) => {
      const rows = accountRowsIn(db);
      await rows.unlock(owner.userId);
      await failUntilLocked({ attempts }, owner.userId);
      return async ({ userId }) =>
        (await rows.listLocks(userId)).length === 1 && (await rows.unlock(userId)) === 1;
    },
  ),
};
