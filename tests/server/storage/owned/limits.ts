import { windowLimit } from '#server/login/limits/window-limit.ts';
import type { TestServer } from '#tests/support/server/server.ts';
import {
  expiringEntry,
  MINUTE,
  newName,
  type OwnedEntry,
  type Owner,
  permanentEntry,
  SECOND,
  signIn,
} from './entries.ts';

/** Adds an entry to a table in which only the newest eight of a session are stored. */
type AddEntry = (server: TestServer, caller: Owner, number: number) => Promise<() => Promise<boolean>>;

const LIMITED_ENTRIES: Readonly<Record<string, AddEntry>> = {
  async proofs({ portal: { proofs } }, { session, userId }, number) {
    await proofs.recordPolicyCheck(session, `client ${number}`, userId, 'policy');
    return async () => (await proofs.find(session, `client ${number}`, userId)) !== null;
  },
  async session_requests({ portal: { requests } }, { session }, number) {
    await requests.record(session, `client ${number}`, newName());
    return async () => (await requests.requestOf(session, `client ${number}`)) !== null;
  },
  async passkey_challenges({ portal: { passkeyChallenges } }, { session, userId }, number) {
    const subject = { session, clientId: `client ${number}`, userId };
    const challenge = await passkeyChallenges.issue(subject);
    return async () => (await passkeyChallenges.stateOf(challenge, subject)) === 'open';
  },
};

/** The newest eight entries of a session, independent of the entries of other sessions. */
const newestEntriesOf = (table: string, add: AddEntry): OwnedEntry =>
  permanentEntry(table, [], async (server, owner) => {
    const otherOwner = { ...owner, session: (await server.portal.sessions.start()).session };
    const entriesOfOther: (() => Promise<boolean>)[] = [];
    for (let number = 0; number < 20; number += 1) entriesOfOther.push(await add(server, otherOwner, number));
    const firstEntry = await add(server, owner, 0);
    await add(server, owner, 1);
    return async () => {
      const areFound = await Promise.all(entriesOfOther.map((isFound) => isFound()));
      return (await firstEntry()) && areFound.filter(Boolean).length === 8 && areFound.at(-1) === true;
    };
  });

const newRequest = () => ({ idempotencyKey: newName(), sessionIdHash: 'x', content: 'x' });

/** A request with an outcome, which is found again by both of its names, or only by its ID after its session has ended. */
const idempotentRequest = (hasSessionEnded: boolean): OwnedEntry =>
  expiringEntry('idempotent_requests', [], 60 * SECOND + 1, async ({ idempotentRequests }) => {
    const names = { byId: newName(), bySession: newName() };
    const request = newRequest();
    const claim = await idempotentRequests.claim(names, request);
    if (claim.isNew) await claim.claimed?.settle('outcome');
    const namesOfRepetition = hasSessionEnded ? { ...names, bySession: null } : names;
    return async () => !(await idempotentRequests.claim(namesOfRepetition, request)).isNew;
  });

/** Counters, and tables that store only the newest entries. */
export const LIMITS: Readonly<Record<string, OwnedEntry>> = {
  ...Object.fromEntries(
    Object.entries(LIMITED_ENTRIES).map(([table, add]) => [
      `the newest eight rows of ${table}`,
      newestEntriesOf(table, add),
    ]),
  ),
  'an idempotent request with its outcome': idempotentRequest(false),
  'an idempotent request whose session has ended': idempotentRequest(true),
  'an idempotent request in its session': expiringEntry(
    'idempotent_requests',
    [],
    60 * SECOND + 1,
    async ({ idempotentRequests }, { session }) => {
      const request = newRequest();
      const keys = {
        byId: newName(),
        bySessionPrefix: newName(),
        storedIdHash: session.idHash,
        readSession: async () => session,
      };
      const { claim } = await idempotentRequests.claimInSession(keys, request);
      if (claim.isNew) await claim.claimed?.settle('outcome');
      return async () => !(await idempotentRequests.claimInSession(keys, request)).claim.isNew;
    },
  ),
  'a limited event': expiringEntry('limited_events', [], MINUTE, async ({ now, db }) => {
    const counters = [{ key: newName(), max: 1 }];
    const limit = windowLimit(db, 'owned', 1, now);
    await limit.begin(counters);
    return async () => !(await limit.begin(counters)).isAllowed;
  }),
  'the wait before the next try to register a card': permanentEntry(
    'registration_attempts',
    [],
    async ({ registrationAttempts }, { userId }) => {
      const limit = { kind: 'card-serial', max: 1 } as const;
      for (const [other, windowMs] of [
        ['ahn', 5 * MINUTE],
        [userId, MINUTE],
      ] as const) {
        await registrationAttempts.succeed(other, limit.kind);
        await registrationAttempts.begin(other, { ...limit, windowMs });
      }
      return async () => (await registrationAttempts.begin(userId, { ...limit, windowMs: MINUTE })) === 60;
    },
  ),
  'the limit of password links per hour': expiringEntry(
    'password_links',
    ['userId'],
    60 * MINUTE,
    async (server, owner) => {
      server.wait(60 * MINUTE);
      const issue = (userId: string) =>
        server.portal.passwordLinks.issue({ clientId: owner.clientId, userId, kind: 'change' }, MINUTE, 1);
      await issue(owner.userId);
      return async ({ userId }) => (await issue(userId)) === null;
    },
  ),
  'a login that another one has replaced': permanentEntry(
    'sessions',
    ['session'],
    async (server, { session, userId }) => {
      const { sessions } = server.portal;
      await signIn(server, session, userId);
      await sessions.endReplaced([session]);
      return (caller) => sessions.isReplaced(caller.session);
    },
  ),
};
