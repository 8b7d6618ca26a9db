import * as v from 'valibot';
import { failed, type Result, success, UNREACHABLE } from '#machines/shared/result.ts';
import { type DeviceKey, dpopProof } from '#phone/keys/device-key.ts';
import { LANGUAGE_HEADER } from '#wire/names.ts';

/** Maximum time of a call, its body included, in milliseconds. */
const TIMEOUT_MS = 15_000;

const refusalSchema = v.object({ errCode: v.fallback(v.string(), ''), message: v.fallback(v.string(), '') });

type Call<Value> = {
  readonly method: 'GET' | 'POST';
  /** From the root of the portal, with its query. */
  readonly path: string;
  readonly body?: unknown;
  readonly schema: v.GenericSchema<unknown, Value>;
  /** The key of the account that makes the call; without it the call is anonymous. */
  readonly key?: DeviceKey;
};

export type PhoneClient = {
  /** Makes one call of docs/device-calls.md. Never rejects: failures are results. Nothing is retried. */
  readonly call: <Value>(call: Call<Value>) => Promise<Result<Value>>;
  /** The portal's clock, in epoch milliseconds. */
  readonly now: () => number;
};

export type ClientOptions = {
  readonly origin: string;
  readonly language: () => string;
  /** The portal's clock minus the phone's, in milliseconds, as last measured. */
  readonly skewMs: number;
  /** Called when the measured skew has changed. */
  readonly saveSkew: (skewMs: number) => void;
};

/** The `Date` header has whole seconds: smaller differences are ignored. */
const MIN_CHANGE_MS = 2_000;

async function readAnswer<Value>(
  answer: Response,
  schema: v.GenericSchema<unknown, Value>,
): Promise<Result<Value>> {
  const { status, ok } = answer;
  const json: unknown = await answer.json().catch(() => null);
  const parsed = v.safeParse(schema, json);
  if (ok) return parsed.success ? success(parsed.output) : failed({ kind: 'malformed', status });
  const refusal = v.safeParse(refusalSchema, json);
  if (!refusal.success) return failed({ kind: 'malformed', status });
  const { errCode: code, message } = refusal.output;
  return failed({ kind: 'rejected', status, code, message, details: {} });
}

/** Creates the client for calls to the app's own portal. It sends no cookies. */
export function createPhoneClient({ origin, language, skewMs, saveSkew }: ClientOptions): PhoneClient {
  let skew = skewMs;
  const now = (): number => Date.now() + skew;

  function updateSkew(date: string | null): void {
    const measured = Date.parse(date ?? '') - Date.now();
    if (Number.isNaN(measured) || Math.abs(measured - skew) < MIN_CHANGE_MS) return;
    skew = measured;
    saveSkew(skew);
  }

  async function call<Value>({ method, path, body, schema, key }: Call<Value>): Promise<Result<Value>> {
    const url = new URL(path, origin);
    const proof = key && (await dpopProof(key, { method, url: url.origin + url.pathname }, now()));
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
      updateSkew(answer.headers.get('Date'));
      return await readAnswer(answer, schema);
    } catch {
      return failed(UNREACHABLE);
    }
  }

  return { call, now };
}
