import type { PinAnswer } from '#machines/phone/phone.types.ts';
import { isConfirmedBy, makeLockPasskey } from '#phone/keys/lock-passkey.ts';
import { areEqual, newSalt, pinHash } from '#phone/keys/pin-hash.ts';
import type { LockDeps } from './read-lock.ts';

/** Makes a passkey of the phone and keeps it as the lock. */
export async function lockByPasskey({ lock, lockBrowser, appName }: LockDeps): Promise<boolean> {
  const passkey = await makeLockPasskey(lockBrowser, await appName());
  if (passkey) await lock.keep(passkey);
  return passkey !== null;
}

export async function confirmPasskey({ lock, lockBrowser }: LockDeps): Promise<boolean> {
  const passkey = await lock.passkey();
  return passkey !== null && isConfirmedBy(lockBrowser, passkey);
}

export async function keepPin({ lock }: LockDeps, pin: string): Promise<void> {
  const salt = newSalt();
  await lock.keep({ kind: 'pin', salt, hash: await pinHash(pin, salt), tried: 0 });
}

/** Counts the try, then compares; a right PIN gives all tries back. */
export async function checkPin({ lock }: LockDeps, pin: string): Promise<PinAnswer> {
  const taken = await lock.takeTry();
  if (taken === null) return { kind: 'wrong', tries: 0 };
  const { salt, hash } = taken.pin;
  if (!areEqual(await pinHash(pin, salt), hash)) return { kind: 'wrong', tries: taken.left };
  await lock.forgetTries();
  return { kind: 'right' };
}
