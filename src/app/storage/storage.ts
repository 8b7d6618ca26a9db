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

export function createStorage(getters: { session: StorageGetter; local: StorageGetter }): PortalStorage {
  const lastValues = new Map<string, string | null>();

  const read = (getStorage: StorageGetter, entry: string): unknown => {
    try {
      const value = getStorage().getItem(entry);
      lastValues.set(entry, value);
      return JSON.parse(value ?? 'null');
    } catch {
      return null;
    }
  };

  const write = (getStorage: StorageGetter, entry: string, value: string | null) => {
    if (lastValues.get(entry) === value) return;
    lastValues.set(entry, value);
    try {
      if (value === null) getStorage().removeItem(entry);
      else getStorage().setItem(entry, value);
    } catch {
      // Blocked or full storage: the values exist only in memory, and a reload starts at the ID entry.
    }
  };

  return {
    readSession: () => sessionOf(read(getters.session, SESSION_ENTRY)),
    writeSession: (session) => write(getters.session, SESSION_ENTRY, JSON.stringify(session)),
    readPolicy: () => policyOf(read(getters.local, POLICY_ENTRY)),
    writePolicy: (policy) => write(getters.local, POLICY_ENTRY, policy && JSON.stringify(policy)),
  };
}
