import type { StoredPolicy } from '#machines/shared/policy.ts';
import type { Session } from '#machines/shared/session.ts';
import { policyOf } from './policy-entry.ts';
import { sessionOf } from './session-entry.ts';

const SESSION_ENTRY = 'munjigi.session';
const POLICY_ENTRY = 'munjigi.policy';

/**
 * Values that survive a reload: the session values in sessionStorage and the policy as the only entry of localStorage
 * (rules 14 and 15). The portal also works where the browser blocks storage.
 */
export type PortalStorage = {
  readSession(): Session;
  writeSession(session: Session): void;
  readPolicy(): StoredPolicy | null;
  /** Null removes the entry. */
  writePolicy(policy: StoredPolicy | null): void;
};

type StorageGetter = () => Storage;

export function createStorage(places: { session: StorageGetter; local: StorageGetter }): PortalStorage {
  const written = new Map<string, string | null>();

  const read = (place: StorageGetter, entry: string): unknown => {
    try {
      const value = place().getItem(entry);
      written.set(entry, value);
      return JSON.parse(value ?? 'null');
    } catch {
      return null;
    }
  };

  const write = (place: StorageGetter, entry: string, value: string | null) => {
    if (written.get(entry) === value) return;
    written.set(entry, value);
    try {
      if (value === null) place().removeItem(entry);
      else place().setItem(entry, value);
    } catch {
      // Blocked or full storage: the values exist only in memory, and a reload starts at the ID entry.
    }
  };

  return {
    readSession: () => sessionOf(read(places.session, SESSION_ENTRY)),
    writeSession: (session) => write(places.session, SESSION_ENTRY, JSON.stringify(session)),
    readPolicy: () => policyOf(read(places.local, POLICY_ENTRY)),
    writePolicy: (policy) => write(places.local, POLICY_ENTRY, policy && JSON.stringify(policy)),
  };
}
