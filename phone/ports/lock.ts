import type { PinAnswer } from '#machines/phone/phone.types.ts';
import { createLockPasskey, verifyLockPasskey } from '#phone/keys/lock-passkey.ts';
import { areHashesEqual, generateSalt, hashPin } from '#phone/keys/pin-hash.ts';
import type { LockDeps } from './read-lock.ts';

/** Creates a passkey and stores it as the lock of the app; false if the passkey cannot be used. */
export async function lockByPasskey({ lock, passkeys, appName }: LockDeps): Promise<boolean> {
  const passkey = await createLockPasskey(passkeys, await appName());
  if (passkey) await lock.save(passkey);
  return passkey !== null;
}

/** Verifies the user by the passkey of the lock. */
export async function confirmPasskey({ lock, passkeys }: LockDeps): Promise<boolean> {
  const passkey = await lock.passkey();
  return passkey !== null && verifyLockPasskey(passkeys, passkey);
}

/** Stores a PIN as the lock of the app. */
export async function savePin({ lock }: LockDeps, pin: string): Promise<void> {
  const salt = generateSalt();
  await lock.save({ kind: 'pin', salt, hash: await hashPin(pin, salt), tried: 0 });
}

/**
 * Compares a typed PIN with the stored PIN. Each try is counted before the comparison; a correct PIN resets the
 * count.
 */
export async function checkPin({ lock }: LockDeps, pin: string): Promise<PinAnswer> {
  const countedTry = await lock.countTry();
  if (countedTry === null) return { kind: 'wrong', remainingTries: 0 };
  const { salt, hash } = countedTry.pin;
  if (!areHashesEqual(await hashPin(pin, salt), hash))
    return { kind: 'wrong', remainingTries: countedTry.remainingTries };
  await lock.resetTries();
  return { kind: 'right' };
}
