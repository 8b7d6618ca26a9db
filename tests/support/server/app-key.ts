import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import type { Browser, Called } from './browser.ts';

export type Curve = 'P-256' | 'Ed25519';

const ORIGIN = 'http://localhost:8080';

const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

type Header = Readonly<Record<string, unknown>>;

/** What a call's proof and an answer say other than they have to. */
export type Changes = { readonly header?: Header; readonly claims?: Header; readonly tail?: string };

/** The key of an app, which proves its calls and signs its answers (docs/device-calls.md). */
export function appKey(curve: Curve = 'P-256') {
  const { publicKey, privateKey } =
    curve === 'P-256' ? generateKeyPairSync('ec', { namedCurve: 'P-256' }) : generateKeyPairSync('ed25519');
  const jwk = publicKey.export({ format: 'jwk' });
  const alg = curve === 'P-256' ? 'ES256' : 'EdDSA';
  const signatureOf = (text: string): string =>
    sign(curve === 'P-256' ? 'sha256' : null, Buffer.from(text), {
      key: privateKey,
      dsaEncoding: 'ieee-p1363',
    }).toString('base64url');

  /** The `DPoP` header of a call. @param now epoch milliseconds */
  const prove = (
    method: string,
    path: string,
    now: number,
    { header = {}, claims = {}, tail = '' }: Changes = {},
  ): string => {
    const head = encoded({ typ: 'dpop+jwt', alg, jwk, ...header });
    const body = encoded({
      jti: randomUUID(),
      htm: method,
      htu: ORIGIN + path,
      iat: Math.floor(now / 1000),
      ...claims,
    });
    return `${head}.${body}.${signatureOf(`${head}.${body}`)}${tail}`;
  };

  /** What an answer to a push or a QR login is signed by. */
  const answer = (id: string, choice: string | null, at: number) => {
    const head = encoded({ alg });
    return { at, signature: `${head}..${signatureOf(`${head}.${encoded({ id, choice, at })}`)}` };
  };

  const call = (app: Browser, method: string, path: string, now: number, body?: object): Promise<Called> =>
    app.call(method, path, {
      headers: { DPoP: prove(method, path, now) },
      ...(body !== undefined && { body }),
    });

  return { jwk, privateJwk: privateKey.export({ format: 'jwk' }), prove, answer, call };
}

export type AppKey = ReturnType<typeof appKey>;
