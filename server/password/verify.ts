import { randomBytes } from 'node:crypto';
import type { ServerConfig } from '#server/config/schema.ts';
import type { Accounts } from '#server/db/accounts.ts';
import type { Attempts } from '#server/db/attempts.ts';
import { inTurn } from '#server/guard/in-turn.ts';
import { TOKEN_CODES } from '#wire/token-codes.ts';
import { hashPassword, isPassword } from './hash.ts';

/** `locked`: too many wrong ones before, this one was not looked at. */
export type Verdict = 'right' | 'locked' | { readonly failures: number };

/** Judges a password and counts the attempt. */
export type VerifyPassword = (userId: string, password: string) => Promise<Verdict>;

/** An account without a password costs as much time as one with a wrong password. */
export function passwordVerifier(
  accounts: Accounts,
  attempts: Attempts,
  cost: ServerConfig['scrypt'],
): VerifyPassword {
  const ofPerson = inTurn();
  const decoy = hashPassword(randomBytes(16).toString('hex'), cost);
  const verify: VerifyPassword = async (userId, password) => {
    const attempt = await attempts.begin(userId, TOKEN_CODES.password);
    if (!attempt.allowed) return 'locked';
    const stored = await accounts.password(userId);
    const isRight = await isPassword(password, stored?.hash ?? (await decoy));
    if (!isRight || !stored) return { failures: attempt.failures };
    await attempts.succeed(userId, TOKEN_CODES.password);
    return 'right';
  };
  return (userId, password) => ofPerson(userId, () => verify(userId, password));
}
