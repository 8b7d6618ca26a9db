import { codeAt, codeNow, touch } from '#tests/server/methods/device-codes.ts';
import { authenticate, fetchPolicyId, requestSignedInUser } from '#tests/support/cluster/journeys.ts';
import { type CallAnswer, Person } from '#tests/support/cluster/person.ts';
import { appKeyOf, PASSWORD, userIdAt } from '#tools/cluster/config.ts';
import type { TypeCode } from '#wire/type-codes.ts';
import { expectPassed, type LastSmsTo, numberOf, proveBySms } from './identity.ts';
import { ANSWER_OWNER, LINK_OWNER } from './password-links.ts';

/** The person with an OTP card, a Yubikey, an app that shows codes, and a temporary code. */
export const OWNER = userIdAt(3);
/** The person who had to change the first password, and has changed it. */
export const PASSWORD_CHANGER = userIdAt(4);

export const NEXT_PASSWORD = 'Upgrade!2x6-mountain';

const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';

const CHIP = {
  publicId: 'ccccccbdefgh',
  privateId: '5a1f00c4d2e7',
  aesKey: '0f1e2d3c4b5a69788796a5b4c3d2e1f0',
};

const EMERGENCY_CODE = 'RESCUE77';

/**
 * The devices and codes of a person in the configuration file of every release.
 * @param codeHash the hash of the temporary code
 */
export const devicesOf = (userId: string, codeHash: string): object => {
  const phoneNumber = numberOf(userId);
  if (userId === PASSWORD_CHANGER) return { initialPassword: true, phoneNumber };
  if (userId === ANSWER_OWNER || userId === LINK_OWNER) return { phoneNumber };
  if (userId !== OWNER) return {};
  return {
    emergencyCode: { hash: codeHash, until: '2099-12-31T00:00:00+09:00' },
    tokens: {
      otpCard: {
        serial: 'CARD-1',
        modelCode: 'C200',
        companyName: 'Hanbit',
        registeredOn: '2026-03-02',
        kind: 'hotp',
        secret: SECRET,
      },
      yubikeyFirst: { ...CHIP, serial: 'KEY-1', modelCode: 'YubiKey 5' },
      mobileApp: {
        uuid: `${userId}-phone`,
        os: 'iOS',
        appVersion: '1',
        deviceName: 'Phone',
        key: appKeyOf(userId),
        secret: SECRET,
      },
    },
  };
};

/** The code of each of the owner's devices at its nth use, from 0 on. */
export const CODES: Readonly<
  Record<string, { readonly tokenCode: TypeCode; readonly show: (nth: number) => string }>
> = {
  card: { tokenCode: '7', show: (nth) => codeAt(SECRET, nth) },
  key: { tokenCode: '8', show: (nth) => touch(CHIP, 1, nth) },
  app: { tokenCode: '9', show: () => codeNow(SECRET, Date.now()) },
};

/** The proof by the temporary code, which has not been used yet. */
export const TEMPORARY = { tokenCode: '0', secret: EMERGENCY_CODE } as const;

/** Signs in with a device; returns the signed-in person. */
export async function signInBy(
  url: string,
  userId: string,
  proof: { readonly tokenCode: TypeCode; readonly secret: string },
): Promise<string | null> {
  const person = new Person(url, userId);
  await person.open('/login');
  await authenticate(person, await fetchPolicyId(person), proof);
  return requestSignedInUser(person);
}

/** Changes the first password at the first sign-in. */
export async function changePassword(url: string): Promise<void> {
  const person = new Person(url, PASSWORD_CHANGER);
  await person.open('/login');
  const { json } = await authenticate(person, await fetchPolicyId(person), {
    tokenCode: '-1',
    secret: PASSWORD,
  });
  const body = { userId: person.userId, pw: NEXT_PASSWORD };
  expectPassed(await person.call('PUT', '/pw', body, String(json['accessToken'])));
}

/** Passes the identity check of the person with the changed password; returns a function that saves another password. */
export async function preparePasswordChange(
  url: string,
  lastSmsTo: LastSmsTo,
): Promise<(pw: string) => Promise<CallAnswer>> {
  const person = new Person(url, PASSWORD_CHANGER);
  const { userId } = person;
  await person.open('/login');
  await fetchPolicyId(person);
  const token = await proveBySms(person, lastSmsTo);
  return (pw) => person.call('PUT', '/pw', { userId, pw }, token);
}
