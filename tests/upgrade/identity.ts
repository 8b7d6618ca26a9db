import type { CallAnswer, Person } from '#tests/support/cluster/person.ts';
import { CLIENT } from '#tools/cluster/config.ts';

/** Returns the last SMS to a number. */
export type LastSmsTo = (number: string) => string;

/** The phone number of a person who passes the identity check by SMS. */
export const numberOf = (userId: string): string => `010-5555-000${userId.at(-1)}`;

/** @throws {Error} when a call was refused */
export function expectPassed({ status, json }: CallAnswer): CallAnswer['json'] {
  if (status !== 200) throw new Error(JSON.stringify(json));
  return json;
}

/** Passes the identity check by SMS; returns the token. */
export async function proveBySms(person: Person, lastSmsTo: LastSmsTo): Promise<string> {
  const { userId } = person;
  const number = numberOf(userId);
  const subject = { userId, clientId: CLIENT.id };
  const body = { clientId: CLIENT.id, lastName: '', firstName: '', info: number, type: 'phoneNumber' };
  await person.call('POST', `/data/sso/accounts/${userId}/verification`, body);
  const token = String((await person.call('POST', '/token/access', subject)).json['accessToken']);
  await person.call('POST', '/auth/oauth2/send/sms', { ...subject, content: '' }, token);
  const otp = /\b\d{6}\b/.exec(lastSmsTo(number))?.[0] ?? '';
  const check = { ...subject, otp, selfAuthFlag: 'Y', otpTypeCode: '1' };
  expectPassed(await person.call('POST', '/auth/oauth2/mfa/check', check, token));
  return token;
}
