import { isDeepStrictEqual } from 'node:util';
import { runWithRequest } from '#server/operations/request.ts';
import { accountRowsIn } from '#server/storage/repositories/account-rows.ts';
import { endOfSessionsIn } from '#server/storage/repositories/end-of-sessions.ts';
import { currentRequest } from '#tests/support/server/current-request.ts';
import type { TestServer } from '#tests/support/server/server.ts';
import type { TypeCode } from '#wire/type-codes.ts';
import {
  DAY,
  expiringEntry,
  failUntilLocked,
  lockByAdministrator,
  MINUTE,
  newName,
  type OwnedEntry,
  permanentEntry,
  replacePassword,
} from './entries.ts';

/** Runs work for a request of the browser with this token. */
const inBrowser = <Result>(browserToken: string, work: () => Result, rememberedToken = ''): Result =>
  runWithRequest(currentRequest({ browserToken, rememberedToken }), work);

/** Remembers a browser for the second step of a policy; returns its token. */
const rememberBrowser = ({ portal: { rememberedBrowsers } }: TestServer, userId: string, days = 30) =>
  inBrowser('', () =>
    rememberedBrowsers.remember(userId, { policy: 'standard', method: 'hwOtp', browser: '', days }),
  );

/** The ID of the browser that is remembered for a person; empty without one. */
const rememberedIdOf = async ({ portal: { rememberedBrowsers } }: TestServer, userId: string) =>
  (await rememberedBrowsers.ofUser(userId))[0]?.rememberedId ?? '';

/** Records a sign-in of a person in a browser; returns the next token of the browser. */
const recordSignIn = ({ portal: { knownBrowsers } }: TestServer, browser: string, userId: string) =>
  inBrowser(browser, async () => {
    const token = await knownBrowsers.nextToken(userId);
    await knownBrowsers.remember(userId, token);
    return token;
  });

/** Records a sign-in of a person in a new browser; returns the token of the browser. */
const newKnownBrowser = (server: TestServer, userId: string) => recordSignIn(server, '', userId);

/** Locks a method of a person in a browser by failed attempts. */
const lockMethodIn = (
  { portal: { attempts } }: TestServer,
  browser: string,
  userId: string,
  code?: TypeCode,
) => inBrowser(browser, () => failUntilLocked({ attempts }, userId, code));

/** A browser in which two people have signed in, with a locked method of the first. */
async function sharedBrowser(server: TestServer, userId: string, code?: TypeCode): Promise<string> {
  const browser = await recordSignIn(server, await newKnownBrowser(server, userId), 'yoon');
  await lockMethodIn(server, browser, userId, code);
  return browser;
}

/** The calls that unlock a method in a browser, by what they record. */
const UNLOCKING_CALLS = { 'a success': 'succeed', 'an uncounted attempt': 'uncount' } as const;

/** Known and remembered browsers, and the locked methods there. */
export const BROWSERS: Readonly<Record<string, OwnedEntry>> = {
  'a known browser': expiringEntry('known_browsers', ['userId'], 30 * DAY, async (server, { userId }) => {
    const browser = await newKnownBrowser(server, userId);
    return (caller) =>
      inBrowser(browser, async () => (await server.portal.knownBrowsers.keyOf(caller.userId)) !== null);
  }),
  'a remembered browser': expiringEntry(
    'remembered_browsers',
    ['userId'],
    20 * DAY,
    async (server, { userId }) => {
      const browser = await rememberBrowser(server, userId, 20);
      return async (caller) =>
        (await inBrowser(
          '',
          () => server.portal.rememberedBrowsers.find(caller.userId, 'standard', 30),
          browser,
        )) !== null;
    },
  ),
  'a remembered browser, while another browser is remembered for another person': permanentEntry(
    'remembered_browsers',
    ['userId'],
    async (server, { userId }) => {
      const { rememberedBrowsers } = server.portal;
      const findBrowser = (token: string) =>
        inBrowser('', () => rememberedBrowsers.find(userId, 'standard', 30), token);
      const browser = await rememberBrowser(server, userId);
      const otherBrowser = 'x'.repeat(43);
      return async (caller) => {
        const remembering = { policy: 'other', method: 'hwOtp', browser: '', days: 30 } as const;
        await inBrowser('', () => rememberedBrowsers.remember('yoon', remembering), otherBrowser);
        const isUnchanged =
          (await findBrowser(browser)) !== null && (await findBrowser(otherBrowser)) === null;
        await endOfSessionsIn(server.db, server.portal.now)(caller.userId);
        return isUnchanged && (await findBrowser(browser)) === null;
      };
    },
  ),
  'a remembered browser after the configured days were reduced': expiringEntry(
    'remembered_browsers',
    [],
    20 * DAY,
    async (server, { userId }) => {
      const browser = await rememberBrowser(server, userId);
      return async () =>
        (await inBrowser(
          '',
          () => server.portal.rememberedBrowsers.find(userId, 'standard', 20),
          browser,
        )) !== null;
    },
  ),
  'a remembered browser in the list of a person': expiringEntry(
    'remembered_browsers',
    ['userId'],
    30 * DAY,
    async (server, { userId }) => {
      await rememberBrowser(server, userId);
      return async (caller) => (await rememberedIdOf(server, caller.userId)) !== '';
    },
  ),
  'the use of a remembered browser': expiringEntry(
    'remembered_browsers',
    [],
    30 * DAY,
    async (server, { userId }) => {
      await rememberBrowser(server, userId);
      const id = await rememberedIdOf(server, userId);
      return () => server.portal.rememberedBrowsers.use(id);
    },
  ),
  'a remembered browser that its person ends': permanentEntry(
    'remembered_browsers',
    ['userId'],
    async (server, { userId }) => {
      await rememberBrowser(server, userId);
      const id = await rememberedIdOf(server, userId);
      return (caller) => server.portal.rememberedBrowsers.end(caller.userId, id);
    },
  ),
  'a known network': expiringEntry(
    'known_networks',
    ['userId'],
    90 * DAY,
    async ({ knownNetworks }, { userId }) => {
      await knownNetworks.recordSignIn(userId, newName());
      return (caller) => knownNetworks.recordSignIn(caller.userId, newName());
    },
  ),
  'a browser that is known for any person': expiringEntry(
    'known_browsers',
    [],
    30 * DAY,
    async (server, { userId }) => {
      const browser = await newKnownBrowser(server, userId);
      return () => inBrowser(browser, () => server.portal.knownBrowsers.isKnown());
    },
  ),
  'the token of an unknown browser': permanentEntry('known_browsers', [], async (server, { userId }) => {
    await newKnownBrowser(server, userId);
    return async () => !(await inBrowser('x'.repeat(43), () => server.portal.knownBrowsers.isKnown()));
  }),
  'a browser that stays known at the next sign-in': permanentEntry(
    'known_browsers',
    ['userId'],
    async (server, owner) => async (caller) => {
      const browser = await newKnownBrowser(server, owner.userId);
      return (await recordSignIn(server, browser, caller.userId)) === browser;
    },
  ),
  'a browser that stays known for 30 days': expiringEntry(
    'known_browsers',
    [],
    30 * DAY,
    async (server, { userId }) => {
      const browser = await newKnownBrowser(server, userId);
      return async () => (await recordSignIn(server, browser, userId)) === browser;
    },
  ),
  'a token that the server has not issued': permanentEntry(
    'known_browsers',
    [],
    async (server, { userId }) => {
      await newKnownBrowser(server, userId);
      const chosen = 'x'.repeat(43);
      return async () => (await recordSignIn(server, chosen, userId)) !== chosen;
    },
  ),
  'the only browser that stays known when all sessions end': permanentEntry(
    'known_browsers',
    ['userId'],
    async (server, owner) => {
      const { knownBrowsers, now } = server.portal;
      const browsers = [
        await newKnownBrowser(server, owner.userId),
        await newKnownBrowser(server, owner.userId),
      ];
      const keys = () =>
        Promise.all(browsers.map((browser) => inBrowser(browser, () => knownBrowsers.keyOf(owner.userId))));
      return async ({ userId }) => {
        const [, secondKey] = await keys();
        await endOfSessionsIn(server.db, now)(userId, secondKey);
        const remaining = await keys();
        return remaining[0] === null && remaining[1] === secondKey;
      };
    },
  ),
  'a locked method in a known browser': expiringEntry(
    'browser_attempts',
    ['userId'],
    30 * MINUTE,
    async (server, { userId }) => {
      const browser = await sharedBrowser(server, userId);
      return (caller) => inBrowser(browser, () => server.portal.attempts.isLocked(caller.userId, '9'));
    },
  ),
  'a guess for a locked method in a known browser': expiringEntry(
    'browser_attempts',
    [],
    30 * MINUTE,
    async (server, { userId }) => {
      const browser = await sharedBrowser(server, userId);
      return async () =>
        !(await inBrowser(browser, () => server.portal.attempts.begin(userId, '9'))).isAllowed;
    },
  ),
  'a counted guess that is resumed in one of two known browsers': permanentEntry(
    'browser_attempts',
    ['userId'],
    async (server, owner) => {
      const { attempts } = server.portal;
      const browser = await recordSignIn(server, await newKnownBrowser(server, owner.userId), 'yoon');
      const otherBrowser = await newKnownBrowser(server, owner.userId);
      for (const usedBrowser of [browser, otherBrowser, browser])
        await inBrowser(usedBrowser, () => attempts.begin(owner.userId, 'verification'));
      const resumed = (usedBrowser: string, userId: string) =>
        inBrowser(usedBrowser, async () => (await attempts.countOf(userId, 'verification')).resume());
      return async ({ userId }) => {
        const attempted = [await resumed(browser, userId), await resumed(otherBrowser, userId)];
        for (const usedBrowser of [browser, otherBrowser])
          await inBrowser(usedBrowser, () => attempts.succeed(userId, 'verification'));
        return isDeepStrictEqual(
          attempted,
          [2, 1].map((failures) => ({ isAllowed: true, failures })),
        );
      };
    },
  ),
  'a counted guess that is resumed in an unknown browser': permanentEntry(
    'attempts',
    ['userId'],
    async ({ attempts }, owner) => {
      await attempts.succeed(owner.userId, 'verification');
      for (let guess = 0; guess < 2; guess += 1) await attempts.begin(owner.userId, 'verification');
      return async ({ userId }) =>
        isDeepStrictEqual(await (await attempts.countOf(userId, 'verification')).resume(), {
          isAllowed: true,
          failures: 2,
        });
    },
  ),
  'the lock by an administrator in a known browser of two people': permanentEntry(
    'attempts',
    ['userId'],
    async (server, owner) => {
      const browser = await recordSignIn(server, await newKnownBrowser(server, owner.userId), 'yoon');
      await lockByAdministrator(server, owner.userId);
      return async ({ userId }) => {
        const { attempts } = server.portal;
        const { isAllowed } = await inBrowser(browser, () => attempts.begin(userId, '-1'));
        // Resets the count for the other entries.
        await inBrowser(isAllowed ? browser : '', () => attempts.succeed(userId, '-1'));
        return !isAllowed;
      };
    },
  ),
  'failed attempts in a known browser that a new password removes': permanentEntry(
    'browser_attempts',
    ['userId'],
    async (server, owner) => {
      const browser = await sharedBrowser(server, owner.userId, '-1');
      return async ({ userId }) => {
        await replacePassword(server.db, userId);
        return !(await inBrowser(browser, () => server.portal.attempts.isLocked(owner.userId, '-1')));
      };
    },
  ),
  'a permanent lock in a known browser, which a new password does not remove': permanentEntry(
    'browser_attempts',
    ['userId'],
    async (server, owner) => {
      const browser = await sharedBrowser(server, owner.userId, '-1');
      await server.db
        .prepare('UPDATE browser_attempts SET locked_until = ? WHERE user_id = ?')
        .run(Number.MAX_SAFE_INTEGER, owner.userId);
      await replacePassword(server.db, owner.userId);
      return ({ userId }) => inBrowser(browser, () => server.portal.attempts.isLocked(userId, '-1'));
    },
  ),
  'a lock in a known browser that an administrator sees': permanentEntry(
    'browser_attempts',
    ['userId'],
    async (server, owner) => {
      await sharedBrowser(server, owner.userId);
      return async ({ userId }) =>
        (await accountRowsIn(server.db).listLocks(userId)).some((lock) => lock.isOfKnownBrowser);
    },
  ),
  'a lock in a known browser that an administrator removes': permanentEntry(
    'browser_attempts',
    ['userId'],
    async (server, owner) => {
      const browser = await sharedBrowser(server, owner.userId);
      return async ({ userId }) => {
        await accountRowsIn(server.db).unlock(userId);
        return !(await inBrowser(browser, () => server.portal.attempts.isLocked(owner.userId, '9')));
      };
    },
  ),
  'a method that is locked in only one of two browsers': permanentEntry(
    'browser_attempts',
    [],
    async (server, { userId }) => {
      const locked = await newKnownBrowser(server, userId);
      const otherBrowser = await newKnownBrowser(server, userId);
      await lockMethodIn(server, locked, userId);
      const isLocked = () => server.portal.attempts.isLocked(userId, '9');
      return async () => (await inBrowser(locked, isLocked)) && !(await inBrowser(otherBrowser, isLocked));
    },
  ),
  ...Object.fromEntries(
    Object.entries(UNLOCKING_CALLS).flatMap(([cause, call]): [string, OwnedEntry][] => [
      [
        `a lock in a browser of two people that ${cause} removes`,
        permanentEntry('browser_attempts', ['userId'], async (server, owner) => {
          const { attempts } = server.portal;
          const browser = await sharedBrowser(server, owner.userId);
          return ({ userId }) =>
            inBrowser(browser, async () => {
              await attempts[call](userId, '9');
              return !(await attempts.isLocked(owner.userId, '9'));
            });
        }),
      ],
      [
        `a lock that ${cause} in another browser does not remove`,
        permanentEntry('browser_attempts', [], async (server, { userId }) => {
          const { attempts } = server.portal;
          const locked = await newKnownBrowser(server, userId);
          const otherBrowser = await newKnownBrowser(server, userId);
          for (const browser of [locked, otherBrowser]) await lockMethodIn(server, browser, userId);
          return async () => {
            await inBrowser(otherBrowser, () => attempts[call](userId, '9'));
            return inBrowser(locked, () => attempts.isLocked(userId, '9'));
          };
        }),
      ],
    ]),
  ),
};
