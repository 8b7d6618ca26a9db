import * as v from 'valibot';
import type { LabOptions } from '#lab/options.ts';
import type { Language } from '#lab/web/language.ts';
import { problemOf } from '#lab/web/problem.ts';

const request = v.object({
  serviceName: v.string(),
  browser: v.string(),
  /** Epoch milliseconds. */
  requestedAt: v.number(),
  validUntil: v.number(),
  numbers: v.array(v.string()),
});

/** A login that waits for the app, as the app shows it. */
export type LoginRequest = v.InferOutput<typeof request>;

/** An answer of the portal to the app: a value, or why there is none. */
export type Heard<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problem: string };

const decided = v.object({ outcome: v.string() });

const NO_ANSWER = 'The portal cannot be asked.';

/** What the app on the phone asks the portal about a code (docs/device-calls.md). */
export function deviceCalls(
  { portalUrl, askPortal }: Pick<LabOptions, 'portalUrl' | 'askPortal'>,
  { appKey, language }: { readonly appKey: string; readonly language: Language },
) {
  const call = async <Value>(
    qrId: string,
    schema: v.GenericSchema<unknown, Value>,
    body?: unknown,
  ): Promise<Heard<Value>> => {
    const headers = {
      Authorization: `Bearer ${appKey}`,
      'X-Language': language,
      'Content-Type': 'application/json',
    };
    try {
      const answer = await askPortal(
        new Request(new URL(`/device/qr/${encodeURIComponent(qrId)}`, portalUrl), {
          headers,
          ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
        }),
      );
      const json: unknown = await answer.json();
      const parsed = v.safeParse(schema, json);
      if (answer.ok && parsed.success) return { ok: true, value: parsed.output };
      return { ok: false, problem: problemOf(json, language, NO_ANSWER) };
    } catch {
      return { ok: false, problem: NO_ANSWER };
    }
  };

  return {
    look: (qrId: string): Promise<Heard<LoginRequest>> => call(qrId, request),
    /** Null declines. */
    decide: (qrId: string, number: string | null): Promise<Heard<{ outcome: string }>> =>
      call(qrId, decided, { number }),
  };
}
