import { hashPassword } from '#server/password/hash.ts';
import { SEED_PASSWORD } from '#server/seed/accounts.ts';
import { CHEAP_HASHING, type ConfigFile } from '#tests/support/e2e/site.ts';

/** Passwords that a form, a separator or a careless trim would break. */
export const ODD_PASSWORDS = {
  pipe: 'pass|word||1!',
  space: ' two  words ',
  hangul: '비밀번호는 길수록 좋아요',
  long: 'a1!가나다라'.repeat(18).slice(0, 128),
} as const;

const account = async (userId: string, password: string) => ({
  userId,
  name: { ko: `${userId} 님`, en: `The ${userId} account` },
  passwordHash: await hashPassword(password, CHEAP_HASHING),
});

/**
 * Accounts beside the demonstration's: one for each odd password, a second password-only person (`yun`),
 * one whose wrong passwords are counted (`counted`), one whose guesses may lock it (`guessed`), and one who
 * proves the password before other methods (`gate`).
 */
export const TEST_CONFIG: ConfigFile = {
  accounts: await Promise.all([
    ...Object.entries(ODD_PASSWORDS).map(([userId, password]) => account(userId, password)),
    ...['yun', 'counted', 'guessed', 'gate'].map((userId) => account(userId, SEED_PASSWORD)),
  ]),
  policies: [{ id: 'gate', users: ['gate'], authType: 'other', methods: ['pw', 'sms'] }],
};
