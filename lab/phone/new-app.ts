import { randomBytes, randomUUID } from 'node:crypto';
import * as v from 'valibot';
import type { RegisteredApp } from '#lab/devices/device-store.ts';
import type { LabOptions } from '#lab/options.ts';
import { base32Text } from '#lab/otp/base32.ts';
import type { Language } from '#lab/web/language.ts';
import type { AppLink } from './app-link.ts';
import { encryptForPortal } from './encrypt.ts';
import { callPortal, NO_ANSWER_TEXT, type PortalAnswer } from './portal-call.ts';

/** The simulated phone on which the lab registers new apps. */
const NEW_PHONE = { os: 'Android 16', appVersion: '3.3.0', deviceName: 'Galaxy S27' };

export const NEW_PHONE_NAME = NEW_PHONE.deviceName;

const SECRET_BYTES = 20;
const KEY_BYTES = 32;

const registrationAnswer = v.object({ userId: v.string() });

/**
 * Registers a new app with an app link, through the call that the mobile app makes (docs/device-calls.md).
 * @param otp the six digits that are typed with a registration code; empty for a link
 */
export async function registerApp(
  options: Pick<LabOptions, 'portalUrl' | 'portalFetch'>,
  { data, modulus, exponent }: AppLink,
  language: Language,
  otp = '',
): Promise<PortalAnswer<RegisteredApp>> {
  const secret = base32Text(randomBytes(SECRET_BYTES));
  const app = { secret, key: randomBytes(KEY_BYTES).toString('base64url') };
  const registrationBody = { data, uuid: randomUUID(), ...NEW_PHONE, ...app, ...(otp !== '' && { otp }) };
  let registration: string;
  try {
    registration = encryptForPortal({ modulus, exponent }, registrationBody);
  } catch {
    return { ok: false, problem: NO_ANSWER_TEXT[language] };
  }
  const portalAnswer = await callPortal(options, { language }, '/device/apps', registrationAnswer, {
    registration,
  });
  return portalAnswer.ok ? { ok: true, value: { ...app, deviceName: NEW_PHONE.deviceName } } : portalAnswer;
}
