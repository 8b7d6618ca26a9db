import * as v from 'valibot';
import { account } from '#server/config/account.ts';
import { accountRowsIn } from '#server/storage/repositories/account-rows.ts';
import { passwordRowsIn } from '#server/storage/repositories/password-rows.ts';
import { passwordsIn } from '#server/storage/repositories/passwords.ts';
import { scimGroupsIn } from '#server/storage/repositories/scim-groups.ts';
import { scimUsersIn } from '#server/storage/repositories/scim-users.ts';
import {
  DAY,
  expiring,
  lasting,
  lockByAdministrator,
  MINUTE,
  newHash,
  newName,
  newNumber,
  type Owned,
  replacePassword,
} from './kept.ts';

/** An account of its own, which may be removed. */
async function anybody({ portal }: Parameters<Owned['keep']>[0]): Promise<string> {
  const userId = `person${newNumber()}`;
  await portal.accounts.add(v.parse(account, { userId, name: { ko: userId, en: userId } }), 'x');
  return userId;
}

/** Accounts and passwords, and what administrators do with them. */
export const ACCOUNTS: Readonly<Record<string, Owned>> = {
  'an account': lasting(
    'accounts',
    ['userId'],
    async ({ accounts }, mine) =>
      async ({ userId }) =>
        (await accounts.find(userId))?.userId === mine.userId,
  ),
  'the data of an account': lasting(
    'accounts',
    ['userId'],
    async ({ accounts, db }, mine) =>
      async ({ userId }) => {
        const phoneNumber = newName();
        const account = await accounts.find(userId);
        if (account) await accountRowsIn(db).write({ ...account, phoneNumber });
        return (await accounts.find(mine.userId))?.phoneNumber === phoneNumber;
      },
  ),
  'an account that is woken': lasting('accounts', ['userId'], async ({ accounts, suspensions }, mine) => {
    await suspensions.suspend(mine.userId);
    return async ({ userId }) => {
      await suspensions.lift(userId);
      return (await accounts.find(mine.userId))?.suspended === null;
    };
  }),
  'the link that shuts an account': expiring(
    'sign_in_reports',
    [],
    7 * DAY,
    async ({ signInReports }, { userId }) => {
      const key = await signInReports.issue(userId);
      return async () => (await signInReports.use(key)) === userId;
    },
  ),
  'the link that shuts an account, looked at': expiring(
    'sign_in_reports',
    [],
    7 * DAY,
    async ({ signInReports }, { userId }) => {
      const key = await signInReports.issue(userId);
      return () => signInReports.isOpen(key);
    },
  ),
  'an account that is shut': lasting('accounts', ['userId'], async ({ accounts, suspensions }, mine) => {
    await suspensions.lift(mine.userId);
    return async ({ userId }) => {
      await suspensions.suspend(userId);
      return (await accounts.find(mine.userId))?.suspended === 'reported';
    };
  }),
  'an account that is used': lasting(
    'sign_ins',
    ['userId'],
    async ({ accounts, signIns, suspensions, now, db }, { userId: mine }) => {
      await suspensions.suspendUnused(0);
      for (const [userId, at] of [
        [mine, now() + 1],
        ['yoon', 0],
      ] as const) {
        await suspensions.lift(userId);
        await db.prepare('UPDATE accounts SET counted_from = 0 WHERE user_id = ?').run(userId);
        await signIns.record(userId, at, { browser: '', address: '' });
      }
      return async ({ userId }) => {
        await suspensions.suspendUnused(now() - MINUTE);
        return (await accounts.find(userId))?.suspended === null;
      };
    },
  ),
  'the removal of an account': lasting('accounts', [], async (server) => {
    const userId = await anybody(server);
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
  'a group that a person leaves': lasting('group_members', ['userId'], async ({ groups }, mine) => {
    await groups.set(mine.userId, ['shared']);
    return async ({ userId }) => {
      await groups.set(userId, []);
      return (await groups.of(mine.userId)).length === 0;
    };
  }),
  'a person who is in the directory again': lasting(
    'directory_people',
    ['userId'],
    async ({ directoryPeople }, mine) => {
      await directoryPeople.record(mine.userId, 1);
      return async ({ userId }) => {
        await directoryPeople.record(userId, null);
        return (await directoryPeople.all()).get(mine.userId) === null;
      };
    },
  ),
  'the groups of a person': lasting('group_members', ['userId'], async ({ groups }, mine) => {
    const name = newName();
    await groups.set(mine.userId, [name]);
    return async ({ userId }) => (await groups.of(userId)).includes(name);
  }),
  'the groups of a person by a file': lasting('group_members', ['userId'], async ({ groups }, mine) => {
    const name = newName();
    await groups.set(mine.userId, [name]);
    return async ({ userId }) => (await groups.byFile(userId)).includes(name);
  }),
  'the groups of a person by the identity source': lasting(
    'scim_group_members',
    ['userId'],
    async ({ groups, now, db }, mine) => {
      const name = newName();
      const scimGroups = scimGroupsIn(db, now);
      await scimGroups.join((await scimGroups.create(name, null)) ?? '', mine.userId);
      return async ({ userId }) => (await groups.of(userId)).includes(name);
    },
  ),
  ...Object.fromEntries(
    (['find', 'all'] as const).map((how): [string, Owned] => [
      `the members of a group of the identity source, by ${how}`,
      lasting('scim_group_members', ['userId'], async ({ now, db }, mine) => {
        const [scimGroups, scimUsers] = [scimGroupsIn(db, now), scimUsersIn(db, now)];
        const scimId = (await scimGroups.create(newName(), null)) ?? '';
        await scimUsers.byUserId(mine.userId);
        await scimGroups.join(scimId, mine.userId);
        return async ({ userId }) => {
          const user = await scimUsers.byUserId(userId);
          const groups = how === 'all' ? await scimGroups.all() : [await scimGroups.find(scimId)];
          const group = groups.find((one) => one?.scimId === scimId);
          return user !== null && group?.members.includes(user.scimId) === true;
        };
      }),
    ]),
  ),
  'a group that the identity source takes a person from': lasting(
    'scim_group_members',
    ['userId'],
    async ({ groups, now, db }, mine) => {
      const name = newName();
      const scimGroups = scimGroupsIn(db, now);
      const scimId = (await scimGroups.create(name, null)) ?? '';
      await scimGroups.join(scimId, mine.userId);
      return async ({ userId }) => {
        await scimGroups.leave(scimId, userId);
        return !(await groups.of(mine.userId)).includes(name);
      };
    },
  ),
  'the name of an account at the identity source': lasting(
    'scim_users',
    ['userId'],
    async ({ now, db }, mine) => {
      const users = scimUsersIn(db, now);
      await users.all();
      return async ({ userId }) => {
        const externalId = newName();
        await users.write(userId, { externalId, locale: null, language: null });
        const found = await users.byUserId(mine.userId);
        return found?.userId === mine.userId && found.externalId === externalId;
      };
    },
  ),
  'a password': lasting('passwords', ['userId'], async ({ passwords, db }, mine) => {
    await replacePassword(db, mine.userId);
    const hash = (await passwords.find(mine.userId))?.hash;
    return async ({ userId }) => (await passwords.find(userId))?.hash === hash;
  }),
  'a password that has to be changed': lasting('passwords', ['userId'], async ({ passwords, db }, mine) => {
    await replacePassword(db, mine.userId);
    return async ({ userId }) => {
      await passwordRowsIn(db).force(userId);
      return (await passwords.find(mine.userId))?.isInitial === true;
    };
  }),
  'a password that was reset': lasting('passwords', ['userId'], async ({ passwords, db }, mine) => {
    await passwordsIn(db).replace(mine.userId, { ...newHash(), resetMethod: 'sms' });
    return async ({ userId }) => {
      await passwords.forgetReset(userId);
      return (await passwords.find(mine.userId))?.resetMethod === null;
    };
  }),
  'the check by which a password was set': lasting(
    'passwords',
    ['userId'],
    async ({ passwords, now, db }, mine) =>
      async ({ userId }) => {
        const identityCheck = { method: newName(), at: now() };
        await passwordsIn(db).replace(userId, { ...newHash(), identityCheck });
        return (await passwords.find(mine.userId))?.identityCheck?.method === identityCheck.method;
      },
  ),
  'a password that is hashed anew': lasting('passwords', ['userId'], async ({ passwords, db }, mine) => {
    await replacePassword(db, mine.userId);
    const stored = await passwords.find(mine.userId);
    return async ({ userId }) => {
      const found = await passwords.find(userId);
      if (found) await passwords.renew(userId, found, newName());
      return (await passwords.find(mine.userId))?.hash !== stored?.hash;
    };
  }),
  'a password that was changed before it was hashed anew': lasting(
    'passwords',
    ['userId'],
    async ({ passwords, db }, mine) => {
      const before = await passwords.find(mine.userId);
      return async ({ userId }) => {
        await replacePassword(db, userId);
        const stored = await passwords.find(mine.userId);
        if (before) await passwords.renew(mine.userId, before, newName());
        return (await passwords.find(mine.userId))?.hash === stored?.hash && stored?.hash !== before?.hash;
      };
    },
  ),
  'a password that goes into the history': lasting(
    'password_history',
    ['userId'],
    async ({ passwords, passwordChanges, db }, mine) => {
      await replacePassword(db, mine.userId);
      const former = (await passwords.find(mine.userId))?.hash;
      return async ({ userId }) => {
        await replacePassword(db, userId);
        return (await passwordChanges.history(userId, 1))[0] === former;
      };
    },
  ),
  'failures that a new password ends': lasting('attempts', ['userId'], async ({ attempts, db }, mine) => {
    await attempts.succeed(mine.userId, '-1');
    for (let guess = 0; guess < 5; guess += 1) await attempts.begin(mine.userId, '-1');
    return async ({ userId }) => {
      await replacePassword(db, userId);
      return !(await attempts.isLocked(mine.userId, '-1'));
    };
  }),
  'the lock of an administrator, which a new password leaves': lasting(
    'attempts',
    ['userId'],
    async (server, mine) => {
      await lockByAdministrator(server, mine.userId);
      await replacePassword(server.db, mine.userId);
      return ({ userId }) => server.portal.attempts.isLockedByAdministrator(userId);
    },
  ),
  'what is locked, as an administrator sees and opens it': lasting(
    'attempts',
    ['userId'],
    async ({ attempts, db }, mine) => {
      const rows = accountRowsIn(db);
      await rows.unlock(mine.userId);
      for (let guess = 0; guess < 5; guess += 1) await attempts.begin(mine.userId, '9');
      return async ({ userId }) =>
        (await rows.locks(userId)).length === 1 && (await rows.unlock(userId)) === 1;
    },
  ),
};
