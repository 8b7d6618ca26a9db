import { randomBytes, randomUUID } from 'node:crypto';
import * as v from 'valibot';
import type { RegisteredApp } from '#lab/devices/memory.ts';
import type { LabOptions } from '#lab/options.ts';
import { base32Text } from '#lab/otp/base32.ts';
import type { Language } from '#lab/web/language.ts';
import type { AppLink } from './app-link.ts';
import { sealFor } from './seal.ts';

/** The phone on which every app of the lab is installed anew. */
const PHONE = { os: 'Android 16', appVersion: '3.3.0', deviceName: 'Galaxy S27' };

const SECRET_BYTES = 20;
const KEY_BYTES = 32;

const refusal = v.object({ message: v.string() });

/** The app as the portal has registered it, or why it has not. */
export type Registered =
  | { readonly ok: true; readonly app: RegisteredApp }
  | { readonly ok: false; readonly problem: string };

const NO_ANSWER = 'The portal cannot be asked.';

/** Registers a new app by the link that it was opened with, by the app's own call (docs/device-calls.md). */
export async function registerApp(
  { portalUrl, askPortal }: Pick<LabOptions, 'portalUrl' | 'askPortal'>,
  { data, modulus, exponent }: AppLink,
  language: Language,
): Promise<Registered> {
  const secret = base32Text(randomBytes(SECRET_BYTES));
  const app = { secret, key: randomBytes(KEY_BYTES).toString('base64url') };
  try {
    const registration = sealFor({ modulus, exponent }, { data, uuid: randomUUID(), ...PHONE, ...app });
    const answer = await askPortal(
      new Request(new URL('/device/apps', portalUrl), {
        method: 'POST',
        headers: { 'X-Language': language, 'Content-Type': 'application/json' },
        body: JSON.stringify({ registration }),
      }),
    );
    const json: unknown = await answer.json();
    if (answer.ok) return { ok: true, app: { ...app, deviceName: PHONE.deviceName } };
    const refused = v.safeParse(refusal, json);
    return { ok: false, problem: refused.success ? refused.output.message : NO_ANSWER };
  } catch {
    return { ok: false, problem: NO_ANSWER };
  }
}
