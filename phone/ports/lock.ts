import type { PinAnswer } from '#machines/phone/phone.types.ts';
import { createLockPasskey, verifyLockPasskey } from '#phone/keys/lock-passkey.ts';
import { areEqual, newSalt, pinHash } from '#phone/keys/pin-hash.ts';
import type { LockDeps } from './read-lock.ts';

/** Creates a passkey and stores it as the lock. */
export async function lockByPasskey({ lock, passkeys, appName }: LockDeps): Promise<boolean> {
  const passkey = await createLockPasskey(passkeys, await appName());
  if (passkey) await lock.save(passkey);
  return passkey !== null;
}

export async function confirmPasskey({ lock, passkeys }: LockDeps): Promise<boolean> {
  const passkey = await lock.passkey();
  return passkey !== null && verifyLockPasskey(passkeys, passkey);
}

export async function savePin({ lock }: LockDeps, pin: string): Promise<void> {
  const salt = newSalt();
  await lock.save({ kind: 'pin', salt, hash: await pinHash(pin, salt), tried: 0 });
}

/** Counts the try, then compares the PIN; a correct PIN resets the count. */
export async function checkPin({ lock }: LockDeps, pin: string): Promise<PinAnswer> {
  const counted = await lock.countTry();
  if (counted === null) return { kind: 'wrong', remainingTries: 0 };
  const { salt, hash } = counted.pin;
  if (!areEqual(await pinHash(pin, salt), hash))
    return { kind: 'wrong', remainingTries: counted.remainingTries };
  await lock.resetTries();
  return { kind: 'right' };
}
