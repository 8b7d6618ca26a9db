import * as v from 'valibot';
import { checkUsage } from '#server/login/policy/usage.ts';
import type { Portal } from '#server/login/portal.ts';
import { Refusal, type RefusalStatus } from '#server/login/refusal.ts';
import type { Account } from '#server/storage/repositories/accounts.ts';
import { type PublicJwk, publicJwk } from './key.ts';
import { type DeviceAnswer, isAnswerSigned, type ProvedCall, readProof } from './proof.ts';

/** A call of an app, with its bearer key or its proof (`DPoP` header); each is empty when it has none. */
export type DeviceCall = ProvedCall & { readonly bearer: string; readonly proof: string };

/** The app that makes a call. */
export type CallingDevice = {
  readonly account: Account;
  /** What its person calls the phone. */
  readonly deviceName: string;
  /** Null for an app with a bearer key, whose answers are not signed. */
  readonly publicKey: PublicJwk | null;
};

/** An answer as the call carries it, which an app with a public key signs. */
export type SentAnswer = Pick<DeviceAnswer, 'id' | 'choice'> & {
  readonly at?: number | undefined;
  readonly signature?: string | undefined;
};

const refused = (status: RefusalStatus): Refusal =>
  new Refusal(status, 'proofRefused', {
    ...(status === 401 && { headers: { 'WWW-Authenticate': 'DPoP error="invalid_dpop_proof"' } }),
  });

/** The app whose key has proved the call; each proof counts once (decision 238). */
async function provedBy({ devices, deviceProofs, now }: Portal, call: DeviceCall) {
  const proof = readProof(call.proof, call, now());
  if (!proof) throw refused(401);
  const app = await devices.mobileApps.withThumbprint(proof.thumbprint);
  if (!app) return null;
  const { thumbprint, jti } = proof;
  const { allowed } = await deviceProofs.begin([{ key: `${thumbprint} ${jti}`, max: 1 }]);
  if (!allowed) throw refused(401);
  const { userId, deviceName, jwk } = app;
  return { userId, deviceName, publicKey: v.parse(publicJwk, JSON.parse(jwk)) };
}

async function appOf(portal: Portal, call: DeviceCall) {
  if (call.proof !== '') return provedBy(portal, call);
  const app = await portal.devices.mobileApps.withKey(call.bearer);
  return app && { ...app, publicKey: null };
}

/**
 * The app that makes a call, by its proof or its bearer key. A proof counts once: ask once in a call.
 * @throws Refusal 401 when no app has that key or the proof does not hold, 400 of the 002 family when its person may
 * not sign in.
 */
export async function callingDevice(portal: Portal, call: DeviceCall): Promise<CallingDevice> {
  const app = await appOf(portal, call);
  const account = app && (await portal.accounts.find(app.userId));
  if (!account) throw new Refusal(401, 'unknownDevice');
  checkUsage(account, portal.local());
  return { account, deviceName: app.deviceName, publicKey: app.publicKey };
}

/**
 * Makes sure that an app with a public key has signed its answer.
 * @throws Refusal 400 when it has not
 */
export function checkAnswer(
  { publicKey }: CallingDevice,
  { id, choice, at, signature }: SentAnswer,
  now: number,
): void {
  if (publicKey === null) return;
  if (at === undefined || signature === undefined) throw refused(400);
  if (!isAnswerSigned(publicKey, { id, choice, at }, signature, now)) throw refused(400);
}
