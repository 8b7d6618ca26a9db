import type { Lock } from '#machines/phone/phone.types.ts';
import type { PlatformPasskeys } from '#phone/keys/lock-passkey.ts';
import type { LockStore } from '#phone/store/lock.ts';

/** What the ports of the lock depend on. */
export type LockDeps = {
  readonly lock: LockStore;
  readonly passkeys: PlatformPasskeys;
  /** Name of the app in the chosen language. */
  readonly appName: () => Promise<string>;
};

/** Reads the state of the lock, and whether the phone can create a passkey. */
export async function readLock({ lock, passkeys }: LockDeps): Promise<Lock> {
  const [state, canCreatePasskey] = await Promise.all([lock.state(), passkeys.isAvailable()]);
  return { ...state, canCreatePasskey };
}
