import * as v from 'valibot';
import { checkUsage } from '#server/login/policy/usage.ts';
import type { Portal } from '#server/login/portal.ts';
import { Refusal, type RefusalStatus } from '#server/login/refusal.ts';
import type { Account } from '#server/storage/repositories/accounts.ts';
import { type PublicJwk, publicJwk } from './key.ts';
import { type DeviceAnswer, isAnswerSigned, type SignedCall, verifyDpopProof } from './signatures.ts';

/** A call of an app, with a bearer key or a proof of possession (`DPoP` header); the other field is empty. */
export type DeviceCall = SignedCall & { readonly bearer: string; readonly proof: string };

/** The app that makes a call. */
export type CallingDevice = {
  readonly account: Account;
  /** The name that the person has given the phone. */
  readonly deviceName: string;
  /** Null for an app with a bearer key, because such an app does not sign answers. */
  readonly publicKey: PublicJwk | null;
};

/**
 * The person's answer to a push or QR login, in a call of an app. An app with a public key also sends the time of the
 * answer and a signature.
 */
export type SentAnswer = Pick<DeviceAnswer, 'id' | 'choice'> & {
  /** When the person answered, in epoch milliseconds. */
  readonly at?: number | undefined;
  /** A detached JWS over id, choice and time. */
  readonly signature?: string | undefined;
};

const proofRefusal = (status: RefusalStatus): Refusal =>
  new Refusal(status, 'proofRefused', {
    ...(status === 401 && { headers: { 'WWW-Authenticate': 'DPoP error="invalid_dpop_proof"' } }),
  });

/**
 * The app whose key signed the proof of possession, which is accepted only once (rule 238); null when no app has the
 * key.
 */
async function deviceByProof({ devices, deviceProofs, now }: Portal, call: DeviceCall) {
  const proof = verifyDpopProof(call.proof, call, now());
  if (!proof) throw proofRefusal(401);
  const app = await devices.mobileApps.findByThumbprint(proof.thumbprint);
  if (!app) return null;
  const { thumbprint, jti } = proof;
  // The second use of a proof exceeds this limit.
  const { isAllowed } = await deviceProofs.begin([{ key: `${thumbprint} ${jti}`, max: 1 }]);
  if (!isAllowed) throw proofRefusal(401);
  const { userId, deviceName, jwk } = app;
  return { userId, deviceName, publicKey: v.parse(publicJwk, JSON.parse(jwk)) };
}

async function deviceOfCall(portal: Portal, call: DeviceCall) {
  if (call.proof !== '') return deviceByProof(portal, call);
  const app = await portal.devices.mobileApps.findByKey(call.bearer);
  return app && { ...app, publicKey: null };
}

/**
 * Authenticates the app that makes a call, by its proof of possession or its bearer key. A proof is accepted once, so a
 * call must not be authenticated twice.
 * @throws Refusal 401 when no app has the key or the proof is invalid; Refusal 400 with an error code of the 002 family
 * when the person may not sign in
 */
export async function authenticateDevice(portal: Portal, call: DeviceCall): Promise<CallingDevice> {
  const app = await deviceOfCall(portal, call);
  const account = app && (await portal.accounts.find(app.userId));
  if (!account) throw new Refusal(401, 'unknownDevice');
  checkUsage(account, portal.localTime());
  return { account, deviceName: app.deviceName, publicKey: app.publicKey };
}

/**
 * Checks the signature of an answer by an app with a public key.
 * @param now epoch milliseconds
 * @throws Refusal 400 when the signature is missing or invalid
 */
export function checkAnswerSignature(
  { publicKey }: CallingDevice,
  { id, choice, at, signature }: SentAnswer,
  now: number,
): void {
  if (publicKey === null) return;
  if (at === undefined || signature === undefined) throw proofRefusal(400);
  if (!isAnswerSigned(publicKey, { id, choice, at }, signature, now)) throw proofRefusal(400);
}
