import { passwordsIn } from '#server/storage/repositories/passwords.ts';
import type { CodePurpose } from '#server/storage/repositories/sent-codes.ts';
import { hexTokenHash } from '#server/storage/sessions/access-tokens.ts';
import type { Session } from '#server/storage/sessions/sessions.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { TestServer } from '#tests/support/server/server.ts';
import type { TypeCode } from '#wire/type-codes.ts';

/** The owner of an entry. */
export type Owner = { readonly session: Session; readonly clientId: string; readonly userId: string };

/** Returns whether a call by this caller finds, uses or changes the stored entry. */
export type Access = (caller: Owner) => Promise<boolean>;

/** A server together with the parts of its portal. */
type ServerWithParts = TestServer & TestServer['portal'];

export const withPortalParts = (server: TestServer): ServerWithParts => ({ ...server.portal, ...server });

/** Stores an entry of this owner; returns a function that tests the access to it. */
type StoreEntry = (server: ServerWithParts, owner: Owner) => Promise<Access>;

/** The parts of its owner that a caller needs for the access; with any other value there is none. */
type Owners = readonly (keyof Owner)[];

export type OwnedEntry = {
  readonly table: string;
  readonly owners: Owners;
  /** Milliseconds after which the entry expires; a permanent entry has none. */
  readonly lifetimeMs?: number;
  readonly storeEntry: StoreEntry;
};

/** An entry that does not expire. */
export const permanentEntry = (table: string, owners: Owners, storeEntry: StoreEntry): OwnedEntry => ({
  table,
  owners,
  storeEntry,
});

/** An entry that expires after a time in milliseconds. */
export const expiringEntry = (
  table: string,
  owners: Owners,
  lifetimeMs: number,
  storeEntry: StoreEntry,
): OwnedEntry => ({
  ...permanentEntry(table, owners, storeEntry),
  lifetimeMs,
});

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const DAY = 24 * 60 * MINUTE;

/** The configuration of the times of sessions and locks on which the entries rely. */
export const TIMES_CONFIG = {
  session: { idleMinutes: 60, absoluteMinutes: 600 },
  lock: { maxFailures: 5, minutes: 30 },
};

export const ALL_OWNERS = ['session', 'clientId', 'userId'] as const;

let lastNumber = 0;

/** A number that no other row has. */
export const newNumber = (): number => {
  lastNumber += 1;
  return lastNumber;
};
export const newName = (): string => `name-${newNumber()}`;

/** The basis of an identity token that was issued for a password. */
export const BY_PASSWORD = { basis: 'password', identityMethod: null } as const;

export const LOGIN_PURPOSE: { readonly purpose: CodePurpose } = { purpose: 'login' };

/** Records a sent code; returns the number of the send. */
export async function sendCode({ portal: { sentCodes }, clock }: TestServer, owner: Owner) {
  const sendNumber = clock.now + lastNumber;
  await sentCodes.record(
    { ...owner, ...LOGIN_PURPOSE },
    { code: '123456', sendNumber, channel: 'sms', expiresAt: clock.now + MINUTE },
  );
  return sendNumber;
}

export async function addPendingPush({ portal: { pushes }, clock }: TestServer, owner: Owner) {
  const pushId = newName();
  const fields = {
    browser: '',
    address: '',
    choices: ['a'],
    createdAt: clock.now,
    expiresAt: clock.now + MINUTE,
  };
  const pendingPush = await pushes.add({
    ...owner,
    ...LOGIN_PURPOSE,
    ...fields,
    pushId,
    requestId: `request of ${pushId}`,
  });
  if (pendingPush !== null) throw new Error('Another push is pending');
  return pushId;
}

export const createQrLogin = async ({ portal: { qrLogins } }: TestServer, { session, clientId }: Owner) =>
  (await qrLogins.create({ session, clientId, step: 1, userId: null, browser: '' })).qrId;

/** A password change with a new token that allows it. */
export async function passwordChangeOf({ portal }: TestServer, owner: Owner) {
  const token = await portal.accessTokens.issue(owner.session, { ...owner, purpose: 'password-change' });
  const values = { akHash: null, hash: 'x', expiresOn: null, resetMethod: null, identityCheck: null };
  return { ...owner, ...values, kind: 'expiry' as const, tokenHash: hexTokenHash(token) };
}

export async function addPasskey({ portal: { devices, factors, now } }: TestServer, userId: string) {
  const credentialId = newName();
  const passkeyFields = { publicKey: new Uint8Array(1), transports: [], registeredAt: now(), counter: 0 };
  await devices.passkeys.add({ ...passkeyFields, name: credentialId, credentialId, userId });
  const factor = (await factors.of(userId)).find(({ device }) => device === credentialId);
  return { credentialId, factorId: factor?.factorId ?? '' };
}

/** An app on a phone that several people share. */
export const sharedApp = () => ({
  uuid: 'phone',
  os: 'ios' as const,
  appVersion: '1',
  deviceName: '',
  digits: 6 as const,
  period: 30 as const,
  offline: false,
});

export const signIn = ({ portal: { sessions }, clock }: TestServer, session: Session, userId: string) =>
  sessions.recordLogin(session, { userId, methods: ['pw'], steps: 1, provedAt: [clock.now], at: clock.now });

export const newHash = () => ({
  hash: newName(),
  expiresOn: null,
  mustChange: false,
  resetMethod: null,
  identityCheck: null,
});

/** Makes as many failed attempts as lock a method. */
export async function failUntilLocked(
  { attempts }: Pick<TestServer['portal'], 'attempts'>,
  userId: string,
  code: TypeCode = '9',
): Promise<void> {
  for (let attempt = 0; attempt < TIMES_CONFIG.lock.maxFailures; attempt += 1)
    await attempts.begin(userId, code);
}

/** Replaces the password of a person by a new one. */
export const replacePassword = (db: Storage, userId: string) => passwordsIn(db).replace(userId, newHash());

/** Locks the password of a person permanently, as an administrator does. */
export async function lockByAdministrator({ db, portal: { attempts } }: TestServer, userId: string) {
  await attempts.succeed(userId, '-1');
  await attempts.begin(userId, '-1');
  await db
    .prepare('UPDATE attempts SET failures = 0, locked_until = ? WHERE user_id = ? AND token_code = ?')
    .run(Number.MAX_SAFE_INTEGER, userId, '-1');
}
