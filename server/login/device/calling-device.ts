import * as v from 'valibot';
import { checkUsage } from '#server/login/policy/usage.ts';
import type { Portal } from '#server/login/portal.ts';
import { Refusal, type RefusalStatus } from '#server/login/refusal.ts';
import type { Account } from '#server/storage/repositories/accounts.ts';
import { type PublicJwk, publicJwk } from './key.ts';
import { type DeviceAnswer, isAnswerSigned, type SignedCall, verifyDpopProof } from './signatures.ts';

/** A call of an app, with its bearer key or its proof of possession (`DPoP` header); either is empty when absent. */
export type DeviceCall = SignedCall & { readonly bearer: string; readonly proof: string };

/** The app that makes a call. */
export type CallingDevice = {
  readonly account: Account;
  /** The name that the person has given the phone. */
  readonly deviceName: string;
  /** Null for an app with a bearer key, which does not sign its answers. */
  readonly publicKey: PublicJwk | null;
};

/** An answer to a push or QR login as a call sends it; an app with a public key adds time and signature. */
export type SentAnswer = Pick<DeviceAnswer, 'id' | 'choice'> & {
  readonly at?: number | undefined;
  readonly signature?: string | undefined;
};

const invalidProof = (status: RefusalStatus): Refusal =>
  new Refusal(status, 'proofRefused', {
    ...(status === 401 && { headers: { 'WWW-Authenticate': 'DPoP error="invalid_dpop_proof"' } }),
  });

/** The app whose key signed the proof of possession; a proof is accepted once (rule 238). */
async function deviceByProof({ devices, deviceProofs, now }: Portal, call: DeviceCall) {
  const proof = verifyDpopProof(call.proof, call, now());
  if (!proof) throw invalidProof(401);
  const app = await devices.mobileApps.withThumbprint(proof.thumbprint);
  if (!app) return null;
  const { thumbprint, jti } = proof;
  const { allowed } = await deviceProofs.begin([{ key: `${thumbprint} ${jti}`, max: 1 }]);
  if (!allowed) throw invalidProof(401);
  const { userId, deviceName, jwk } = app;
  return { userId, deviceName, publicKey: v.parse(publicJwk, JSON.parse(jwk)) };
}

async function deviceOfCall(portal: Portal, call: DeviceCall) {
  if (call.proof !== '') return deviceByProof(portal, call);
  const app = await portal.devices.mobileApps.withKey(call.bearer);
  return app && { ...app, publicKey: null };
}

/**
 * Authenticates the app that makes a call, by its proof of possession or its bearer key. A proof is accepted once, so a
 * call must not be authenticated twice.
 * @throws Refusal 401 when no app has that key or the proof is invalid, 400 of the 002 family when its person may
 * not sign in
 */
export async function callingDevice(portal: Portal, call: DeviceCall): Promise<CallingDevice> {
  const app = await deviceOfCall(portal, call);
  const account = app && (await portal.accounts.find(app.userId));
  if (!account) throw new Refusal(401, 'unknownDevice');
  checkUsage(account, portal.localTime());
  return { account, deviceName: app.deviceName, publicKey: app.publicKey };
}

/**
 * Checks the signature of an answer by an app with a public key.
 * @param now epoch milliseconds
 * @throws Refusal 400 when it is missing or invalid
 */
export function checkAnswerSignature(
  { publicKey }: CallingDevice,
  { id, choice, at, signature }: SentAnswer,
  now: number,
): void {
  if (publicKey === null) return;
  if (at === undefined || signature === undefined) throw invalidProof(400);
  if (!isAnswerSigned(publicKey, { id, choice, at }, signature, now)) throw invalidProof(400);
}
