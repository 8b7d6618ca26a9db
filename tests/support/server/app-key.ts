import { randomUUID } from 'node:crypto';
import type { Browser, CallAnswer } from './browser.ts';
import { base64urlJson, signingKey } from './signing-key.ts';

export type Curve = 'P-256' | 'Ed25519';

const ORIGIN = 'http://localhost:8080';

type Fields = Readonly<Record<string, unknown>>;

/** Changes to the proof of a call; `tail` is appended to the proof. */
export type ProofChanges = { readonly header?: Fields; readonly claims?: Fields; readonly tail?: string };

/** The key of an app. It proves the calls of the app and signs its answers (docs/device-calls.md). */
export function appKey(curve: Curve = 'P-256') {
  const { alg, jwk, privateJwk, signatureOf, jwt } = signingKey(curve === 'P-256' ? 'ES256' : 'EdDSA');

  /** Returns the `DPoP` header of a call. @param now epoch milliseconds */
  const prove = (
    method: string,
    path: string,
    now: number,
    { header = {}, claims = {}, tail = '' }: ProofChanges = {},
  ): string => {
    const body = {
      jti: randomUUID(),
      htm: method,
      htu: ORIGIN + path,
      iat: Math.floor(now / 1000),
      ...claims,
    };
    return `${jwt({ typ: 'dpop+jwt', jwk, ...header }, body)}${tail}`;
  };

  /** Returns the signed answer to a push or a QR login. */
  const answer = (id: string, choice: string | null, at: number) => {
    const head = base64urlJson({ alg });
    return { at, signature: `${head}..${signatureOf(`${head}.${base64urlJson({ id, choice, at })}`)}` };
  };

  /** Makes a call that is proved with the key. */
  const call = (
    app: Browser,
    method: string,
    path: string,
    now: number,
    body?: object,
  ): Promise<CallAnswer> =>
    app.call(method, path, {
      headers: { DPoP: prove(method, path, now) },
      ...(body !== undefined && { body }),
    });

  return { jwk, privateJwk, prove, answer, call };
}

export type AppKey = ReturnType<typeof appKey>;
