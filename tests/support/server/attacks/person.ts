import * as v from 'valibot';
import { administrationOf } from '#server/administration/administration.ts';
import { account } from '#server/config/account.ts';
import { hashAnswer } from '#server/login/password/answer.ts';
import { hashPassword } from '#server/login/password/hash.ts';
import type { Storage } from '#server/storage/storage.ts';
import { fakeEngine } from '#tests/support/server/engine.ts';
import { serverOn } from '#tests/support/server/server.ts';
import { type Attack, configFileOf, type Device } from './attack.ts';
import { devicesOf, entryOf } from './devices.ts';

const DAY = 24 * 60 * 60_000;

/** Every person's answer to the question of the identity check. */
export const ANSWER = 'jeju island';

let personCount = 0;

/** Creates the portal and the person of an attack, with the devices of the person and of the attacker. */
export async function createPerson(storage: Storage, attack: Attack) {
  const server = serverOn(storage, configFileOf(attack.services), fakeEngine());
  const { portal } = server;
  personCount += 1;
  const personDevices = devicesOf(2 * personCount);
  const attackerDevices = devicesOf(2 * personCount + 1);
  const userId = `person-${personCount}`;
  const mail = `${userId}@mail.example`;
  const contacts = {
    phoneNumber: `010-${String(10_000_000 + personCount)}`,
    internalMail: mail,
    privateMail: attack.person.hasOneMailbox ? mail : `${userId}@home.example`,
  };
  const has = (kind: Device): boolean => attack.person.devices.includes(kind);
  const entry = v.parse(account, {
    userId,
    name: { ko: '가온', en: 'Gaon' },
    ...contacts,
    tokens: {
      ...(has('hwOtp') && { otpCard: entryOf.card(personDevices.card) }),
      ...(has('yubikey') && { yubikeyFirst: entryOf.yubikey(personDevices.yubikey) }),
      ...(has('mobileOtp') && { mobileApp: entryOf.app(personDevices.app) }),
    },
  });
  const password = 'First!2x6-mountain';
  const hash = await hashPassword(password, portal.config.argon2);
  await portal.accounts.add(entry, attack.person.hasPassword ? hash : null);
  if (has('fido2Token')) {
    const { credentialId, publicKey } = personDevices.passkey;
    const passkey = { credentialId, publicKey, userId, name: 'Laptop', counter: 0, transports: [] };
    await portal.devices.passkeys.add({ ...passkey, registeredAt: portal.now() });
  }
  await portal.factors.of(userId);
  await portal.answers.set(userId, {
    questionId: 'book',
    hash: await hashAnswer(ANSWER, portal.config.argon2),
  });
  server.wait(DAY);
  const issued = attack.attackerHas.includes('emergencyCode')
    ? await administrationOf(portal).issueEmergencyCode(userId)
    : null;
  return {
    server,
    userId,
    personDevices,
    attackerDevices,
    contacts,
    password,
    emergencyCode: issued?.code ?? null,
  };
}

export type AttackSetup = Awaited<ReturnType<typeof createPerson>>;
