import * as v from 'valibot';
import { administrationOf } from '#server/administration/administration.ts';
import { account } from '#server/config/account.ts';
import { hashAnswer } from '#server/login/password/answer.ts';
import { hashPassword } from '#server/login/password/hash.ts';
import type { Storage } from '#server/storage/storage.ts';
import { fakeEngine } from '#tests/support/server/engine.ts';
import { serverOn } from '#tests/support/server/server.ts';
import { type Case, type Device, fileOf } from './case.ts';
import { devicesOf, entryOf } from './devices.ts';

const DAY = 24 * 60 * 60_000;

/** The answer of every person to their question. */
export const ANSWER = 'jeju island';

let people = 0;

/** A person at a portal of drawn services, with their devices and those of an attacker. */
export async function personAt(storage: Storage, drawn: Case) {
  const server = serverOn(storage, fileOf(drawn.services), fakeEngine());
  const { portal } = server;
  people += 1;
  const own = devicesOf(2 * people);
  const theirs = devicesOf(2 * people + 1);
  const userId = `person-${people}`;
  const mail = `${userId}@mail.example`;
  const contacts = {
    phoneNumber: `010-${String(10_000_000 + people)}`,
    internalMail: mail,
    privateMail: drawn.person.oneMailbox ? mail : `${userId}@home.example`,
  };
  const has = (kind: Device): boolean => drawn.person.devices.includes(kind);
  const entry = v.parse(account, {
    userId,
    name: { ko: '가온', en: 'Gaon' },
    ...contacts,
    tokens: {
      ...(has('hwOtp') && { otpCard: entryOf.card(own.card) }),
      ...(has('yubikey') && { yubikeyFirst: entryOf.key(own.key) }),
      ...(has('mobileOtp') && { mobileApp: entryOf.app(own.app) }),
    },
  });
  const password = 'First!2x6-mountain';
  const hash = await hashPassword(password, portal.config.argon2);
  await portal.accounts.add(entry, drawn.person.hasPassword ? hash : null);
  if (has('fido2Token')) {
    const { credentialId, publicKey } = own.passkey;
    const passkey = { credentialId, publicKey, userId, name: 'Laptop', counter: 0, transports: [] };
    await portal.devices.passkeys.add({ ...passkey, registeredAt: portal.now() });
  }
  await portal.factors.of(userId);
  await portal.answers.put(userId, {
    questionId: 'book',
    hash: await hashAnswer(ANSWER, portal.config.argon2),
  });
  server.wait(DAY);
  const issued = drawn.holds.includes('emergencyCode')
    ? await administrationOf(portal).issueEmergencyCode(userId)
    : null;
  return { server, userId, own, theirs, contacts, password, emergencyCode: issued?.code ?? null };
}

export type Stage = Awaited<ReturnType<typeof personAt>>;
