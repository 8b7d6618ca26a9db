import type { StoredPolicy } from '#machines/shared/policy.ts';
import type { Session } from '#machines/shared/session.ts';
import { policyOf } from './policy-entry.ts';
import { sessionOf } from './session-entry.ts';

const SESSION_KEY = 'munjigi.session';
const POLICY_KEY = 'munjigi.policy';

/**
 * Stores the values that survive a reload: the session values in sessionStorage, and the policy as the only entry of
 * localStorage (rules 14 and 15). If the browser blocks the storage, reading returns default values and writing does
 * nothing.
 */
export type PortalStorage = {
  readSession(): Session;
  writeSession(session: Session): void;
  readPolicy(): StoredPolicy | null;
  /** Stores the policy. Null removes the stored policy. */
  writePolicy(policy: StoredPolicy | null): void;
};

type StorageGetter = () => Storage;

export function createStorage(getters: { session: StorageGetter; local: StorageGetter }): PortalStorage {
  const lastValues = new Map<string, string | null>();

  const read = (getStorage: StorageGetter, key: string): unknown => {
    try {
      const value = getStorage().getItem(key);
      lastValues.set(key, value);
      return JSON.parse(value ?? 'null');
    } catch {
      return null;
    }
  };

  const write = (getStorage: StorageGetter, key: string, value: string | null) => {
    if (lastValues.get(key) === value) return;
    lastValues.set(key, value);
    try {
      if (value === null) getStorage().removeItem(key);
      else getStorage().setItem(key, value);
    } catch {
      // Blocked or full storage: the values exist only in memory, and a reload starts at the ID entry.
    }
  };

  return {
    readSession: () => sessionOf(read(getters.session, SESSION_KEY)),
    writeSession: (session) => write(getters.session, SESSION_KEY, JSON.stringify(session)),
    readPolicy: () => policyOf(read(getters.local, POLICY_KEY)),
    writePolicy: (policy) => write(getters.local, POLICY_KEY, policy && JSON.stringify(policy)),
  };
}
