import * as v from 'valibot';
import { failed, type Result, success, UNREACHABLE } from '#machines/shared/result.ts';
import { type DeviceKey, proofOf } from '#phone/keys/device-key.ts';
import { LANGUAGE_HEADER } from '#wire/names.ts';

/** Longest time a call may take, its body included. */
const TIMEOUT_MS = 15_000;

const refusal = v.object({ errCode: v.fallback(v.string(), ''), message: v.fallback(v.string(), '') });

type Call<Value> = {
  readonly method: 'GET' | 'POST';
  /** From the root of the portal, with its query. */
  readonly path: string;
  readonly body?: unknown;
  readonly schema: v.GenericSchema<unknown, Value>;
  /** The key that proves the call; without one it is made by nobody known. */
  readonly key?: DeviceKey;
};

export type PhoneClient = {
  /** Makes one call of docs/device-calls.md. Refusals and failures are data; nothing is repeated. */
  readonly call: <Value>(call: Call<Value>) => Promise<Result<Value>>;
  /** The portal's clock, in epoch milliseconds. */
  readonly now: () => number;
};

export type ClientOptions = {
  readonly origin: string;
  readonly language: () => string;
  /** The portal's clock minus the phone's, as it is known at the start. */
  readonly skewMs: number;
  /** Hears of another difference of the clocks. */
  readonly keepSkew: (skewMs: number) => void;
};

/** The skew of a phone's clock is measured in whole seconds. */
const PRECISION_MS = 2_000;

async function readAnswer<Value>(
  answer: Response,
  schema: v.GenericSchema<unknown, Value>,
): Promise<Result<Value>> {
  const { status, ok } = answer;
  const json: unknown = await answer.json().catch(() => null);
  const parsed = v.safeParse(schema, json);
  if (ok) return parsed.success ? success(parsed.output) : failed({ kind: 'malformed', status });
  const refused = v.safeParse(refusal, json);
  if (!refused.success) return failed({ kind: 'malformed', status });
  const { errCode: code, message } = refused.output;
  return failed({ kind: 'rejected', status, code, message, details: {} });
}

/** The client of the calls that the app makes, at its own portal and without the portal's cookies. */
export function createPhoneClient({ origin, language, skewMs, keepSkew }: ClientOptions): PhoneClient {
  let skew = skewMs;
  const now = (): number => Date.now() + skew;

  function learnTime(date: string | null): void {
    const measured = Date.parse(date ?? '') - Date.now();
    if (Number.isNaN(measured) || Math.abs(measured - skew) < PRECISION_MS) return;
    skew = measured;
    keepSkew(skew);
  }

  async function call<Value>({ method, path, body, schema, key }: Call<Value>): Promise<Result<Value>> {
    const url = new URL(path, origin);
    const proof = key && (await proofOf(key, { method, url: url.origin + url.pathname }, now()));
    try {
      const answer = await fetch(url, {
        method,
        headers: {
          [LANGUAGE_HEADER]: language(),
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
          ...(proof !== undefined && { DPoP: proof }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        credentials: 'omit',
        cache: 'no-store',
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      learnTime(answer.headers.get('Date'));
      return await readAnswer(answer, schema);
    } catch {
      return failed(UNREACHABLE);
    }
  }

  return { call, now };
}
