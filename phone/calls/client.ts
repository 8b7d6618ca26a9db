import * as v from 'valibot';
import { failed, type Result, success, UNREACHABLE } from '#machines/shared/result.ts';
import { type DeviceKey, dpopProof } from '#phone/keys/device-key.ts';
import { LANGUAGE_HEADER } from '#wire/names.ts';

/** Timeout of a call, including its body, in milliseconds. */
const TIMEOUT_MS = 15_000;

const refusalSchema = v.object({ errCode: v.fallback(v.string(), ''), message: v.fallback(v.string(), '') });

/** A call of docs/device-calls.md. */
type Call<Value> = {
  readonly method: 'GET' | 'POST';
  /** Path and query. */
  readonly path: string;
  readonly body?: unknown;
  /** The schema of the answer. */
  readonly schema: v.GenericSchema<unknown, Value>;
  /** The key of the account that makes the call; a call without a key is anonymous. */
  readonly key?: DeviceKey;
};

/** Makes the calls of the app to its portal. */
export type PhoneClient = {
  /** Makes a call, without retries. A failure is a result; the promise is never rejected. */
  readonly call: <Value>(call: Call<Value>) => Promise<Result<Value>>;
  /** The time of the portal's clock, in epoch milliseconds. */
  readonly now: () => number;
};

/** Options of {@link createPhoneClient}. */
export type ClientOptions = {
  /** Origin of the portal. */
  readonly origin: string;
  /** Returns the current language of the app. */
  readonly language: () => string;
  /** The last measured clock skew: milliseconds by which the portal's clock is ahead of the phone's clock. */
  readonly skewMs: number;
  /** Is called when the measured clock skew has changed. */
  readonly saveSkew: (skewMs: number) => void;
};

/** Smaller changes of the clock skew are ignored, because the header `Date` contains only whole seconds. */
const MIN_SKEW_CHANGE_MS = 2_000;

/** Converts a response to a result. */
async function readAnswer<Value>(
  response: Response,
  schema: v.GenericSchema<unknown, Value>,
): Promise<Result<Value>> {
  const { status, ok } = response;
  const json: unknown = await response.json().catch(() => null);
  const parsed = v.safeParse(schema, json);
  if (ok) return parsed.success ? success(parsed.output) : failed({ kind: 'malformed', status });
  const refusal = v.safeParse(refusalSchema, json);
  if (!refusal.success) return failed({ kind: 'malformed', status });
  const { errCode: code, message } = refusal.output;
  return failed({ kind: 'rejected', status, code, message, details: {} });
}

/** Creates a client. The calls contain no cookies. */
export function createPhoneClient({ origin, language, skewMs, saveSkew }: ClientOptions): PhoneClient {
  let skew = skewMs;
  const now = (): number => Date.now() + skew;

  /** @param date the header `Date` of a response */
  function updateSkew(date: string | null): void {
    const measuredSkew = Date.parse(date ?? '') - Date.now();
    if (Number.isNaN(measuredSkew) || Math.abs(measuredSkew - skew) < MIN_SKEW_CHANGE_MS) return;
    skew = measuredSkew;
    saveSkew(skew);
  }

  async function call<Value>({ method, path, body, schema, key }: Call<Value>): Promise<Result<Value>> {
    const url = new URL(path, origin);
    const proof = key && (await dpopProof(key, { method, url: url.origin + url.pathname }, now()));
    try {
      const response = await fetch(url, {
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
      updateSkew(response.headers.get('Date'));
      return await readAnswer(response, schema);
    } catch {
      return failed(UNREACHABLE);
    }
  }

  return { call, now };
}
