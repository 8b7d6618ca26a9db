import { passwordsIn } from '#server/storage/repositories/passwords.ts';
import type { CodePurpose } from '#server/storage/repositories/sent-codes.ts';
import { hexHashOf } from '#server/storage/sessions/access-tokens.ts';
import type { Session } from '#server/storage/sessions/sessions.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { TestServer } from '#tests/support/server/server.ts';

/** The owner of an entry. */
export type Whose = { readonly session: Session; readonly clientId: string; readonly userId: string };

/** Whether a call for this owner finds, uses or changes the stored entry. */
export type Reach = (whose: Whose) => Promise<boolean>;

/** A server, with what its portal consists of. */
type Opened = TestServer & TestServer['portal'];

export const opened = (server: TestServer): Opened => ({ ...server.portal, ...server });

/** Stores an entry and returns how to reach it. */
type Keep = (server: Opened, mine: Whose) => Promise<Reach>;
type Owners = readonly (keyof Whose)[];

export type Owned = {
  readonly table: string;
  readonly owners: Owners;
  /** Milliseconds after which it is gone; absent: it stays. */
  readonly lifetimeMs?: number;
  readonly keep: Keep;
};

/** An entry that stays until it is removed. */
export const lasting = (table: string, owners: Owners, keep: Keep): Owned => ({ table, owners, keep });

/** An entry that is gone after a time in milliseconds. */
export const expiring = (table: string, owners: Owners, lifetimeMs: number, keep: Keep): Owned => ({
  ...lasting(table, owners, keep),
  lifetimeMs,
});

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const DAY = 24 * 60 * MINUTE;

/** The times of sessions and locks that are stated below. */
export const OWNED_TIMES = {
  session: { idleMinutes: 60, absoluteMinutes: 600 },
  lock: { maxFailures: 5, minutes: 30 },
};

export const ALL = ['session', 'clientId', 'userId'] as const;

let names = 0;
/** A number that no other row has. */
export const newNumber = (): number => {
  names += 1;
  return names;
};
export const newName = (): string => `name-${newNumber()}`;

/** What an identity token says that a password has opened. */
export const BY_PASSWORD = { basis: 'password', identityMethod: null } as const;

export const login = { purpose: 'login' as CodePurpose };

export async function sentCode({ portal: { sentCodes }, clock }: TestServer, mine: Whose) {
  const turn = clock.now + names;
  await sentCodes.record(
    { ...mine, ...login },
    { code: '123456', turn, channel: 'sms', expiresAt: clock.now + MINUTE },
  );
  return turn;
}

export async function waitingPush({ portal: { pushes }, clock }: TestServer, mine: Whose) {
  const pushId = newName();
  const asked = {
    browser: '',
    address: '',
    choices: ['a'],
    createdAt: clock.now,
    expiresAt: clock.now + MINUTE,
  };
  const wait = await pushes.add({ ...mine, ...login, ...asked, pushId, requestId: `request of ${pushId}` });
  if (wait !== null) throw new Error('Another push waits');
  return pushId;
}

export const drawn = async ({ portal: { qrLogins } }: TestServer, { session, clientId }: Whose) =>
  (await qrLogins.draw({ session, clientId, step: 1, userId: null, browser: '' })).qrId;

/** A password that a new token may save. */
export async function changeOf({ portal }: TestServer, mine: Whose) {
  const token = await portal.accessTokens.issue(mine.session, { ...mine, purpose: 'password-change' });
  const kept = { akHash: null, hash: 'x', expiresOn: null, resetMethod: null, identityCheck: null };
  return { ...mine, ...kept, kind: 'expiry' as const, tokenHash: hexHashOf(token) };
}

export async function passkeyOf({ portal: { devices, factors, now } }: TestServer, userId: string) {
  const credentialId = newName();
  const made = { publicKey: new Uint8Array(1), transports: [], registeredAt: now(), counter: 0 };
  await devices.passkeys.add({ ...made, name: credentialId, credentialId, userId });
  const factor = (await factors.of(userId)).find(({ device }) => device === credentialId);
  return { credentialId, factorId: factor?.factorId ?? '' };
}

/** An app on a phone that several people share. */
export const phoneOf = () => ({
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

/** Puts a new password in the place of a person's. */
export const replacePassword = (db: Storage, userId: string) => passwordsIn(db).replace(userId, newHash());

/** Locks the password of a person without an end, as an administrator does. */
export async function lockByAdministrator({ db, portal: { attempts } }: TestServer, userId: string) {
  await attempts.succeed(userId, '-1');
  await attempts.begin(userId, '-1');
  await db
    .prepare('UPDATE attempts SET failures = 0, locked_until = ? WHERE user_id = ? AND token_code = ?')
    .run(Number.MAX_SAFE_INTEGER, userId, '-1');
}
