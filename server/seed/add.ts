import * as v from 'valibot';
import { type AccountEntry, account } from '#server/config/account.ts';
import type { Clock } from '#server/config/deps.ts';
import { otpCard, yubikey } from '#server/config/devices.ts';
import type { ServerConfig } from '#server/config/schema.ts';
import type { Localized } from '#server/config/values.ts';
import { normalisedEmergencyCode } from '#server/login/methods/emergency.ts';
import { hashAnswer } from '#server/login/password/answer.ts';
import { hashPassword } from '#server/login/password/hash.ts';
import type { Portal } from '#server/login/portal.ts';
import type { Devices } from '#server/storage/repositories/devices.ts';
import { SEED_ACCOUNTS, SEED_PASSWORD } from './accounts.ts';
import { SECOND_SPARE_YUBIKEY, SPARE_CARDS, SPARE_YUBIKEY, seededDevicesOf } from './devices.ts';
import type { SeedAccount } from './seed-account.ts';

/**
 * The stores with which each account is created only once: a removed account is not created again at the next start.
 */
type AccountCreation = Pick<Portal, 'accounts' | 'createdAccounts' | 'transaction'>;

const addOnce = (
  { accounts, createdAccounts, transaction }: AccountCreation,
  entry: AccountEntry,
  passwordHash: string | null,
): Promise<unknown> =>
  transaction(async () => {
    if (await createdAccounts.record(entry.userId)) await accounts.add(entry, passwordHash);
  });

/** Creates the configured accounts that were not created at an earlier start. */
export async function addConfiguredAccounts(creation: AccountCreation, config: ServerConfig): Promise<void> {
  for (const entry of config.accounts) await addOnce(creation, entry, entry.passwordHash ?? null);
}

/** Hashes the temporary code of a seeded account. */
async function emergencyCodeEntry(userId: string, cost: ServerConfig['argon2']) {
  const { emergencyCode } = seededDevicesOf(userId);
  if (!emergencyCode) return {};
  const { code, ...validity } = emergencyCode;
  return { emergencyCode: { hash: await hashPassword(normalisedEmergencyCode(code), cost), ...validity } };
}

function seededTokens(userId: string): SeedAccount['entry']['tokens'] {
  const { emergencyCode: _emergencyCode, passkeyName: _passkeyName, ...tokens } = seededDevicesOf(userId);
  return tokens;
}

const DAY_MS = 24 * 60 * 60_000;

const dayAfter = (days: number, now: Clock): string =>
  new Date(now() + days * DAY_MS).toISOString().slice(0, 10);

/** Family name and given name in a seeded name, such as 김하늘, Haneul Kim; empty for a name of one word. */
function namePartsOf({ ko, en }: Localized): Pick<SeedAccount['entry'], 'lastName' | 'firstName'> {
  const [firstName = '', lastName] = en.split(' ');
  if (lastName === undefined) return {};
  return { lastName: { ko: ko.slice(0, 1), en: lastName }, firstName: { ko: ko.slice(1), en: firstName } };
}

/** Stores the seeded answers of the demo accounts, unless an account already has an answer. */
export async function addSeedAnswers(
  { accounts, answers }: Pick<Portal, 'accounts' | 'answers'>,
  cost: ServerConfig['argon2'],
): Promise<void> {
  for (const { entry, answer } of SEED_ACCOUNTS) {
    if (!answer || !(await accounts.find(entry.userId)) || (await answers.find(entry.userId))) continue;
    await answers.set(entry.userId, {
      questionId: answer.questionId,
      hash: await hashAnswer(answer.text, cost),
    });
  }
}

/** Stores the seeded former passwords of the demo accounts, unless an account already has former passwords. */
export async function addSeedHistory(
  { accounts, passwordChanges }: Pick<Portal, 'accounts' | 'passwordChanges'>,
  cost: ServerConfig['argon2'],
): Promise<void> {
  for (const { entry, formerPasswords = [] } of SEED_ACCOUNTS) {
    if (formerPasswords.length === 0 || !(await accounts.find(entry.userId))) continue;
    if ((await passwordChanges.findHistory(entry.userId, 1)).length > 0) continue;
    const hashes = await Promise.all(
      formerPasswords.map((formerPassword) => hashPassword(formerPassword, cost)),
    );
    await passwordChanges.addHistory(entry.userId, hashes);
  }
}

/**
 * Creates the demo accounts that do not exist yet, with their devices. All accounts have the same hash, because their
 * password is public.
 */
export async function addSeedAccounts(
  creation: AccountCreation,
  cost: ServerConfig['argon2'],
  now: Clock = Date.now,
): Promise<void> {
  const missingAccounts: SeedAccount[] = [];
  for (const seedAccount of SEED_ACCOUNTS) {
    if (!(await creation.accounts.find(seedAccount.entry.userId))) missingAccounts.push(seedAccount);
  }
  if (missingAccounts.length === 0) return;
  const hash = await hashPassword(SEED_PASSWORD, cost);
  for (const { entry, hasNoPassword = false, expiresInDays } of missingAccounts) {
    const { userId } = entry;
    const code = await emergencyCodeEntry(userId, cost);
    const expiry = expiresInDays === undefined ? {} : { passwordExpires: dayAfter(expiresInDays, now) };
    const seedEntry = v.parse(account, {
      ...namePartsOf(entry.name),
      ...entry,
      ...expiry,
      tokens: seededTokens(userId),
      ...code,
    });
    await addOnce(creation, seedEntry, hasNoPassword ? null : hash);
  }
}

/**
 * Adds the Yubikeys and cards that no account has registered, and stores the bearer keys of apps that an earlier
 * version of the demonstration has created without keys.
 */
export async function addSeedDevices({ yubikeys, mobileApps, otpCards }: Devices): Promise<void> {
  for (const { entry } of SEED_ACCOUNTS) {
    const { mobileApp } = seededDevicesOf(entry.userId);
    if (mobileApp?.key) await mobileApps.setKey(entry.userId, mobileApp.uuid, mobileApp.key);
  }
  for (const spare of [SPARE_YUBIKEY, SECOND_SPARE_YUBIKEY]) {
    await yubikeys.add(v.parse(yubikey, spare), null);
  }
  for (const spare of SPARE_CARDS) {
    await otpCards.add(v.parse(otpCard, spare), null);
  }
}
