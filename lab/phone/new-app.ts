import { randomBytes, randomUUID } from 'node:crypto';
import * as v from 'valibot';
import type { RegisteredApp } from '#lab/devices/device-store.ts';
import type { LabOptions } from '#lab/options.ts';
import { base32Text } from '#lab/otp/base32.ts';
import type { Language } from '#lab/web/language.ts';
import type { AppLink } from './app-link.ts';
import { encryptFor } from './encrypt.ts';
import { NO_ANSWER, type PortalAnswer, portalCall } from './portal-call.ts';

/** The phone on which the lab registers new apps. */
const PHONE = { os: 'Android 16', appVersion: '3.3.0', deviceName: 'Galaxy S27' };

export const NEW_PHONE = PHONE.deviceName;

const SECRET_BYTES = 20;
const KEY_BYTES = 32;

const registrationAnswer = v.object({ userId: v.string() });

/**
 * Registers a new app by its link, with the call of the app (docs/device-calls.md).
 * @param otp the six digits that belong to a typed code; empty for a link
 */
export async function registerApp(
  options: Pick<LabOptions, 'portalUrl' | 'portalFetch'>,
  { data, modulus, exponent }: AppLink,
  language: Language,
  otp = '',
): Promise<PortalAnswer<RegisteredApp>> {
  const secret = base32Text(randomBytes(SECRET_BYTES));
  const app = { secret, key: randomBytes(KEY_BYTES).toString('base64url') };
  const registrationBody = { data, uuid: randomUUID(), ...PHONE, ...app, ...(otp !== '' && { otp }) };
  let registration: string;
  try {
    registration = encryptFor({ modulus, exponent }, registrationBody);
  } catch {
    return { ok: false, problem: NO_ANSWER[language] };
  }
  const portalAnswer = await portalCall(options, { language }, '/device/apps', registrationAnswer, {
    registration,
  });
  return portalAnswer.ok ? { ok: true, value: { ...app, deviceName: PHONE.deviceName } } : portalAnswer;
}
