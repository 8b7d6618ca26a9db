import { isDeepStrictEqual } from 'node:util';
import { runWithRequest } from '#server/operations/request.ts';
import { accountRowsIn } from '#server/storage/repositories/account-rows.ts';
import { endOfSessionsIn } from '#server/storage/repositories/end-of-sessions.ts';
import type { TestServer } from '#tests/support/server/server.ts';
import type { TypeCode } from '#wire/token-codes.ts';
import {
  DAY,
  expiring,
  lasting,
  lockByAdministrator,
  MINUTE,
  newName,
  type Owned,
  replacePassword,
} from './kept.ts';

/** Does something for a request of the browser that has this token. */
const inBrowser = <Result>(browserToken: string, work: () => Result, rememberedToken = ''): Result =>
  runWithRequest(
    {
      id: 'request',
      address: '',
      network: '',
      browser: '',
      browserToken,
      rememberedToken,
      isKnown: async () => false,
    },
    work,
  );

/** A browser that is remembered for the second step of a policy. */
const rememberedBrowser = ({ portal: { rememberedBrowsers } }: TestServer, userId: string, days = 30) =>
  inBrowser('', () =>
    rememberedBrowsers.remember(userId, { policy: 'standard', method: 'hwOtp', browser: '', days }),
  );

const idOfRemembered = async ({ portal: { rememberedBrowsers } }: TestServer, userId: string) =>
  (await rememberedBrowsers.ofUser(userId))[0]?.rememberedId ?? '';

/** Signs a person in with a browser, as far as its token goes; returns its next token. */
const remember = ({ portal: { knownBrowsers } }: TestServer, browser: string, userId: string) =>
  inBrowser(browser, async () => {
    const token = await knownBrowsers.nextToken(userId);
    await knownBrowsers.remember(userId, token);
    return token;
  });

/** A browser in which the person has signed in. */
const browserOf = (server: TestServer, userId: string) => remember(server, '', userId);

const lockIn = (
  { portal: { attempts } }: TestServer,
  browser: string,
  userId: string,
  code: TypeCode = '9',
) =>
  inBrowser(browser, async () => {
    for (let guess = 0; guess < 5; guess += 1) await attempts.begin(userId, code);
  });

/** A browser in which two people have signed in, where the first has a locked method. */
async function sharedBrowser(server: TestServer, userId: string, code?: TypeCode): Promise<string> {
  const browser = await remember(server, await browserOf(server, userId), 'yoon');
  await lockIn(server, browser, userId, code);
  return browser;
}

/** Calls that open a method in a browser again. */
const OPENING = ['succeed', 'uncount'] as const;

/** Browsers in which people have signed in, and what is locked there. */
export const BROWSERS: Readonly<Record<string, Owned>> = {
  'a browser that is known': expiring('known_browsers', ['userId'], 30 * DAY, async (server, { userId }) => {
    const browser = await browserOf(server, userId);
    return (whose) =>
      inBrowser(browser, async () => (await server.portal.knownBrowsers.keyOf(whose.userId)) !== null);
  }),
  'a browser that is remembered': expiring(
    'remembered_browsers',
    ['userId'],
    20 * DAY,
    async (server, { userId }) => {
      const browser = await rememberedBrowser(server, userId, 20);
      return async (whose) =>
        (await inBrowser(
          '',
          () => server.portal.rememberedBrowsers.find(whose.userId, 'standard', 30),
          browser,
        )) !== null;
    },
  ),
  'a browser that is not remembered, and stays so when another one is': lasting(
    'remembered_browsers',
    ['userId'],
    async (server, { userId }) => {
      const { rememberedBrowsers } = server.portal;
      const found = (token: string) =>
        inBrowser('', () => rememberedBrowsers.find(userId, 'standard', 30), token);
      const browser = await rememberedBrowser(server, userId);
      const other = 'x'.repeat(43);
      return async (whose) => {
        const remembering = { policy: 'other', method: 'hwOtp', browser: '', days: 30 } as const;
        await inBrowser('', () => rememberedBrowsers.remember('yoon', remembering), other);
        const isKept = (await found(browser)) !== null && (await found(other)) === null;
        await endOfSessionsIn(server.db, server.portal.now)(whose.userId);
        return isKept && (await found(browser)) === null;
      };
    },
  ),
  'a browser that is remembered for fewer days now': expiring(
    'remembered_browsers',
    [],
    20 * DAY,
    async (server, { userId }) => {
      const browser = await rememberedBrowser(server, userId);
      return async () =>
        (await inBrowser(
          '',
          () => server.portal.rememberedBrowsers.find(userId, 'standard', 20),
          browser,
        )) !== null;
    },
  ),
  'a remembered browser in the list': expiring(
    'remembered_browsers',
    ['userId'],
    30 * DAY,
    async (server, { userId }) => {
      await rememberedBrowser(server, userId);
      return async (whose) => (await idOfRemembered(server, whose.userId)) !== '';
    },
  ),
  'a remembered browser that stands in': expiring(
    'remembered_browsers',
    [],
    30 * DAY,
    async (server, { userId }) => {
      await rememberedBrowser(server, userId);
      const id = await idOfRemembered(server, userId);
      return () => server.portal.rememberedBrowsers.use(id);
    },
  ),
  'a remembered browser that its person ends': lasting(
    'remembered_browsers',
    ['userId'],
    async (server, { userId }) => {
      await rememberedBrowser(server, userId);
      const id = await idOfRemembered(server, userId);
      return (whose) => server.portal.rememberedBrowsers.end(whose.userId, id);
    },
  ),
  'a network that is known': expiring(
    'known_networks',
    ['userId'],
    90 * DAY,
    async ({ knownNetworks }, { userId }) => {
      await knownNetworks.recordSignIn(userId, newName());
      return (whose) => knownNetworks.recordSignIn(whose.userId, newName());
    },
  ),
  'a browser that is known for anybody': expiring(
    'known_browsers',
    [],
    30 * DAY,
    async (server, { userId }) => {
      const browser = await browserOf(server, userId);
      return () => inBrowser(browser, () => server.portal.knownBrowsers.isKnown());
    },
  ),
  'a token of a browser that is not known': lasting('known_browsers', [], async (server, { userId }) => {
    await browserOf(server, userId);
    return async () => !(await inBrowser('x'.repeat(43), () => server.portal.knownBrowsers.isKnown()));
  }),
  'a browser that stays known at the next sign-in': lasting(
    'known_browsers',
    ['userId'],
    async (server, mine) => async (whose) => {
      const browser = await browserOf(server, mine.userId);
      return (await remember(server, browser, whose.userId)) === browser;
    },
  ),
  'a browser that stays known so long': expiring(
    'known_browsers',
    [],
    30 * DAY,
    async (server, { userId }) => {
      const browser = await browserOf(server, userId);
      return async () => (await remember(server, browser, userId)) === browser;
    },
  ),
  'a token that nobody was given': lasting('known_browsers', [], async (server, { userId }) => {
    await browserOf(server, userId);
    const chosen = 'x'.repeat(43);
    return async () => (await remember(server, chosen, userId)) !== chosen;
  }),
  'the one browser that stays known at the end of sessions': lasting(
    'known_browsers',
    ['userId'],
    async (server, mine) => {
      const { knownBrowsers, now } = server.portal;
      const browsers = [await browserOf(server, mine.userId), await browserOf(server, mine.userId)];
      const keys = () =>
        Promise.all(browsers.map((browser) => inBrowser(browser, () => knownBrowsers.keyOf(mine.userId))));
      return async ({ userId }) => {
        const [, kept] = await keys();
        await endOfSessionsIn(server.db, now)(userId, kept);
        const left = await keys();
        return left[0] === null && left[1] === kept;
      };
    },
  ),
  'a method that is locked in a known browser': expiring(
    'browser_attempts',
    ['userId'],
    30 * MINUTE,
    async (server, { userId }) => {
      const browser = await sharedBrowser(server, userId);
      return (whose) => inBrowser(browser, () => server.portal.attempts.isLocked(whose.userId, '9'));
    },
  ),
  'a guess at a method that is locked in a known browser': expiring(
    'browser_attempts',
    [],
    30 * MINUTE,
    async (server, { userId }) => {
      const browser = await sharedBrowser(server, userId);
      return async () => !(await inBrowser(browser, () => server.portal.attempts.begin(userId, '9'))).allowed;
    },
  ),
  'a counted guess that is resumed in one of two known browsers': lasting(
    'browser_attempts',
    ['userId'],
    async (server, mine) => {
      const { attempts } = server.portal;
      const browser = await remember(server, await browserOf(server, mine.userId), 'yoon');
      const other = await browserOf(server, mine.userId);
      for (const guessed of [browser, other, browser])
        await inBrowser(guessed, () => attempts.begin(mine.userId, 'verification'));
      const resumed = (guessed: string, userId: string) =>
        inBrowser(guessed, async () => (await attempts.countOf(userId, 'verification')).resume());
      return async ({ userId }) => {
        const attempted = [await resumed(browser, userId), await resumed(other, userId)];
        for (const guessed of [browser, other])
          await inBrowser(guessed, () => attempts.succeed(userId, 'verification'));
        return isDeepStrictEqual(
          attempted,
          [2, 1].map((failures) => ({ allowed: true, failures })),
        );
      };
    },
  ),
  'a counted guess that is resumed in an unknown browser': lasting(
    'attempts',
    ['userId'],
    async ({ attempts }, mine) => {
      await attempts.succeed(mine.userId, 'verification');
      for (let guess = 0; guess < 2; guess += 1) await attempts.begin(mine.userId, 'verification');
      return async ({ userId }) =>
        isDeepStrictEqual(await (await attempts.countOf(userId, 'verification')).resume(), {
          allowed: true,
          failures: 2,
        });
    },
  ),
  'the lock of an administrator in a known browser of two people': lasting(
    'attempts',
    ['userId'],
    async (server, mine) => {
      const browser = await remember(server, await browserOf(server, mine.userId), 'yoon');
      await lockByAdministrator(server, mine.userId);
      return async ({ userId }) => {
        const { attempts } = server.portal;
        const { allowed } = await inBrowser(browser, () => attempts.begin(userId, '-1'));
        // Nothing stays for the other entries.
        await inBrowser(allowed ? browser : '', () => attempts.succeed(userId, '-1'));
        return !allowed;
      };
    },
  ),
  'failures in a known browser that a new password ends': lasting(
    'browser_attempts',
    ['userId'],
    async (server, mine) => {
      const browser = await sharedBrowser(server, mine.userId, '-1');
      return async ({ userId }) => {
        await replacePassword(server.db, userId);
        return !(await inBrowser(browser, () => server.portal.attempts.isLocked(mine.userId, '-1')));
      };
    },
  ),
  'a lock without an end in a known browser, which a new password leaves': lasting(
    'browser_attempts',
    ['userId'],
    async (server, mine) => {
      const browser = await sharedBrowser(server, mine.userId, '-1');
      await server.db
        .prepare('UPDATE browser_attempts SET locked_until = ? WHERE user_id = ?')
        .run(Number.MAX_SAFE_INTEGER, mine.userId);
      await replacePassword(server.db, mine.userId);
      return ({ userId }) => inBrowser(browser, () => server.portal.attempts.isLocked(userId, '-1'));
    },
  ),
  'what an administrator sees to be locked in a known browser': lasting(
    'browser_attempts',
    ['userId'],
    async (server, mine) => {
      await sharedBrowser(server, mine.userId);
      return async ({ userId }) =>
        (await accountRowsIn(server.db).locks(userId)).some((lock) => lock.isOfKnownBrowser);
    },
  ),
  'what an administrator opens in a known browser': lasting(
    'browser_attempts',
    ['userId'],
    async (server, mine) => {
      const browser = await sharedBrowser(server, mine.userId);
      return async ({ userId }) => {
        await accountRowsIn(server.db).unlock(userId);
        return !(await inBrowser(browser, () => server.portal.attempts.isLocked(mine.userId, '9')));
      };
    },
  ),
  'a method that is locked in one of two browsers': lasting(
    'browser_attempts',
    [],
    async (server, { userId }) => {
      const locked = await browserOf(server, userId);
      const other = await browserOf(server, userId);
      await lockIn(server, locked, userId);
      const isLocked = () => server.portal.attempts.isLocked(userId, '9');
      return async () => (await inBrowser(locked, isLocked)) && !(await inBrowser(other, isLocked));
    },
  ),
  ...Object.fromEntries(
    OPENING.flatMap((call): [string, Owned][] => [
      [
        `${call} in a browser of two people`,
        lasting('browser_attempts', ['userId'], async (server, mine) => {
          const { attempts } = server.portal;
          const browser = await sharedBrowser(server, mine.userId);
          return ({ userId }) =>
            inBrowser(browser, async () => {
              await attempts[call](userId, '9');
              return !(await attempts.isLocked(mine.userId, '9'));
            });
        }),
      ],
      [
        `${call} in another browser`,
        lasting('browser_attempts', [], async (server, { userId }) => {
          const { attempts } = server.portal;
          const locked = await browserOf(server, userId);
          const other = await browserOf(server, userId);
          for (const browser of [locked, other]) await lockIn(server, browser, userId);
          return async () => {
            await inBrowser(other, () => attempts[call](userId, '9'));
            return inBrowser(locked, () => attempts.isLocked(userId, '9'));
          };
        }),
      ],
    ]),
  ),
};
