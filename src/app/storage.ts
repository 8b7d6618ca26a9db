import type { KeptPolicy, Policy } from '#machines/shared/policy.ts';
import { NEW_SESSION, type Pending, type Session } from '#machines/shared/session.ts';

const SESSION_ENTRY = 'munjigi.session';
const POLICY_ENTRY = 'munjigi.policy';

/**
 * What survives a reload: the session values in sessionStorage and the policy as the only entry of
 * localStorage (decisions 14 and 15). Where the browser blocks storage the portal works without it.
 */
export type PortalStorage = {
  readSession(): Session;
  writeSession(session: Session): void;
  readPolicy(): KeptPolicy | null;
  /** Null removes the entry. */
  writePolicy(policy: KeptPolicy | null): void;
};

type Place = () => Storage;

export function createStorage(places: { session: Place; local: Place }): PortalStorage {
  const written = new Map<string, string | null>();

  const read = (place: Place, entry: string): unknown => {
    try {
      const value = place().getItem(entry);
      written.set(entry, value);
      return JSON.parse(value ?? 'null');
    } catch {
      return null;
    }
  };

  const write = (place: Place, entry: string, value: string | null) => {
    if (written.get(entry) === value) return;
    written.set(entry, value);
    try {
      if (value === null) place().removeItem(entry);
      else place().setItem(entry, value);
    } catch {
      // Blocked or full storage: the values live on in memory, and a reload starts at the ID entry.
    }
  };

  return {
    readSession: () => sessionOf(read(places.session, SESSION_ENTRY)),
    writeSession: (session) => write(places.session, SESSION_ENTRY, JSON.stringify(session)),
    readPolicy: () => policyOf(read(places.local, POLICY_ENTRY)),
    writePolicy: (policy) => write(places.local, POLICY_ENTRY, policy && JSON.stringify(policy)),
  };
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The values of `given` whose type is the one that `pattern` has; the rest stays as in `pattern`. */
function likeness<Group extends object>(pattern: Group, given: unknown): Group {
  if (!isRecord(given)) return pattern;
  const taken = Object.entries(pattern).map(([key, initial]) => {
    const value = Object.hasOwn(given, key) ? given[key] : initial;
    const fits = initial === null ? value === null || isRecord(value) : typeof value === typeof initial;
    return [key, fits ? value : initial];
  });
  return Object.fromEntries(taken) as Group;
}

const isPending = (given: unknown): given is Pending =>
  isRecord(given) &&
  ['tokenCode', 'kind', 'id'].every((name) => typeof given[name] === 'string') &&
  typeof given['validUntil'] === 'number';

function sessionOf(given: unknown): Session {
  if (!isRecord(given)) return NEW_SESSION;
  const person = likeness(NEW_SESSION.person, given['person']);
  return {
    flow: likeness(NEW_SESSION.flow, given['flow']),
    person: { ...person, pending: isPending(person.pending) ? person.pending : null },
  };
}

/** What a policy consists of in groups; one that an earlier version wrote may lack some. */
const POLICY_GROUPS = ['allowed', 'userTokens', 'cubeLogin', 'selfAuth', 'secondTokenPriority'];

const isPolicy = (given: unknown): given is Policy =>
  isRecord(given) &&
  typeof given['policyId'] === 'string' &&
  POLICY_GROUPS.every((group) => isRecord(given[group])) &&
  (given['fixedToken'] === null ||
    (isRecord(given['fixedToken']) && typeof given['fixedToken']['tokenCode'] === 'string'));

function policyOf(given: unknown): KeptPolicy | null {
  if (!isRecord(given)) return null;
  const { userId, clientId, policy } = given;
  if (typeof userId !== 'string' || typeof clientId !== 'string' || !isPolicy(policy)) return null;
  return { userId, clientId, policy };
}
