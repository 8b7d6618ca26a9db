import { windowLimit } from '#server/login/limits/window-limit.ts';
import type { TestServer } from '#tests/support/server/server.ts';
import { expiring, lasting, MINUTE, newName, type Owned, SECOND, signIn, type Whose } from './kept.ts';

/** Adds an entry of a kind of which a session stores the newest eight. */
type Numbered = (server: TestServer, whose: Whose, number: number) => Promise<() => Promise<boolean>>;

const NUMBERED: Readonly<Record<string, Numbered>> = {
  async proofs({ portal: { proofs } }, { session, userId }, number) {
    await proofs.recordPolicyCheck(session, `client ${number}`, userId, 'policy');
    return async () => (await proofs.find(session, `client ${number}`, userId)) !== null;
  },
  async session_requests({ portal: { requests } }, { session }, number) {
    await requests.record(session, `client ${number}`, newName());
    return async () => (await requests.of(session, `client ${number}`)) !== null;
  },
  async passkey_challenges({ portal: { passkeyChallenges } }, { session, userId }, number) {
    const subject = { session, clientId: `client ${number}`, userId };
    const challenge = await passkeyChallenges.issue(subject);
    return async () => (await passkeyChallenges.stateOf(challenge, subject)) === 'open';
  },
};

/** The entries of one session do not count for another one. */
const newestOf = (table: string, add: Numbered): Owned =>
  lasting(table, [], async (server, mine) => {
    const other = { ...mine, session: (await server.portal.sessions.start()).session };
    const theirs: (() => Promise<boolean>)[] = [];
    for (let number = 0; number < 20; number += 1) theirs.push(await add(server, other, number));
    const first = await add(server, mine, 0);
    await add(server, mine, 1);
    return async () => {
      const left = await Promise.all(theirs.map((isThere) => isThere()));
      return (await first()) && left.filter(Boolean).length === 8 && left.at(-1) === true;
    };
  });

/** Counters, and entries of which only some are stored. */
export const LIMITS: Readonly<Record<string, Owned>> = {
  ...Object.fromEntries(
    Object.entries(NUMBERED).map(([table, add]) => [`the newest of ${table}`, newestOf(table, add)]),
  ),
  'an idempotent request with its outcome': expiring(
    'submissions',
    [],
    60 * SECOND + 1,
    async ({ idempotentRequests }) => {
      const names = { byId: newName(), bySession: newName() };
      const sent = { key: newName(), idHash: 'x', content: 'x' };
      const claim = await idempotentRequests.claim(names, sent);
      if (claim.isNew) await claim.claimed?.settle('outcome');
      return async () => !(await idempotentRequests.claim(names, sent)).isNew;
    },
  ),
  'an idempotent request in its session': expiring(
    'submissions',
    [],
    60 * SECOND + 1,
    async ({ idempotentRequests }, { session }) => {
      const sent = { key: newName(), idHash: 'x', content: 'x' };
      const keys = {
        byId: newName(),
        bySessionPrefix: newName(),
        sessionId: session.idHash,
        readSession: async () => session,
      };
      const { claim } = await idempotentRequests.claimInSession(keys, sent);
      if (claim.isNew) await claim.claimed?.settle('outcome');
      return async () => !(await idempotentRequests.claimInSession(keys, sent)).claim.isNew;
    },
  ),
  'an idempotent request whose session is gone': expiring(
    'submissions',
    [],
    60 * SECOND + 1,
    async ({ idempotentRequests }) => {
      const names = { byId: newName(), bySession: newName() };
      const sent = { key: newName(), idHash: 'x', content: 'x' };
      const claim = await idempotentRequests.claim(names, sent);
      if (claim.isNew) await claim.claimed?.settle('outcome');
      return async () => !(await idempotentRequests.claim({ ...names, bySession: null }, sent)).isNew;
    },
  ),
  'an event that is limited': expiring('limited_events', [], MINUTE, async ({ now, db }) => {
    const counters = [{ key: newName(), max: 1 }];
    const limit = windowLimit(db, 'owned', 1, now);
    await limit.begin(counters);
    return async () => !(await limit.begin(counters)).allowed;
  }),
  'how long a try at a card has to wait': lasting(
    'registration_tries',
    [],
    async ({ registrationTries }, { userId }) => {
      const limit = { kind: 'card-serial', max: 1 } as const;
      for (const [other, window] of [
        ['ahn', 5 * MINUTE],
        [userId, MINUTE],
      ] as const) {
        await registrationTries.succeed(other, limit.kind);
        await registrationTries.begin(other, { ...limit, window });
      }
      return async () => (await registrationTries.begin(userId, { ...limit, window: MINUTE })) === 60;
    },
  ),
  'the password links of an hour': expiring(
    'password_links',
    ['userId'],
    60 * MINUTE,
    async (server, mine) => {
      server.wait(60 * MINUTE);
      const issue = (userId: string) =>
        server.portal.passwordLinks.issue({ clientId: mine.clientId, userId, kind: 'change' }, MINUTE, 1);
      await issue(mine.userId);
      return async ({ userId }) => (await issue(userId)) === null;
    },
  ),
  'a login that another one has replaced': lasting(
    'sessions',
    ['session'],
    async (server, { session, userId }) => {
      const { sessions } = server.portal;
      await signIn(server, session, userId);
      await sessions.endReplaced([session]);
      return (whose) => sessions.isReplaced(whose.session);
    },
  ),
};
