import type { Lock } from '#machines/phone/phone.types.ts';
import type { LockBrowser } from '#phone/keys/lock-passkey.ts';
import type { LockStore } from '#phone/store/lock.ts';

export type LockDeps = {
  readonly lock: LockStore;
  readonly lockBrowser: LockBrowser;
  /** Name of the app in the language of its person. */
  readonly appName: () => Promise<string>;
};

/** The lock as it was set, and whether the phone has a passkey for one. */
export async function readLock({ lock, lockBrowser }: LockDeps): Promise<Lock> {
  const [state, canPasskey] = await Promise.all([lock.state(), lockBrowser.isAble()]);
  return { ...state, canPasskey };
}
