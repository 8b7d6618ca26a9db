import * as v from 'valibot';
import type { LabOptions } from '#lab/options.ts';
import type { Bilingual, Language } from '#lab/web/language.ts';
import { problemOf } from '#lab/web/problem.ts';

/** The portal's answer to the app, or the problem when there is none. */
export type PortalAnswer<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problem: string };

export const NO_ANSWER: Bilingual = {
  ko: '포털이 응답하지 않아요. 잠시 후 다시 시도해 주세요.',
  en: 'The portal cannot be reached. Try again in a while.',
};

/** The caller: language of the phone, and key of its app, if registered. */
type Caller = { readonly language: Language; readonly appKey?: string };

/** A call that the app makes, without a session (docs/device-calls.md). */
export async function portalCall<Value>(
  { portalUrl, portalFetch }: Pick<LabOptions, 'portalUrl' | 'portalFetch'>,
  { language, appKey }: Caller,
  path: string,
  schema: v.GenericSchema<unknown, Value>,
  body?: unknown,
): Promise<PortalAnswer<Value>> {
  try {
    const answer = await portalFetch(
      new Request(new URL(path, portalUrl), {
        headers: {
          'X-Language': language,
          'Content-Type': 'application/json',
          ...(appKey !== undefined && { Authorization: `Bearer ${appKey}` }),
        },
        ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
      }),
    );
    const json: unknown = await answer.json();
    const parsed = v.safeParse(schema, json);
    if (answer.ok && parsed.success) return { ok: true, value: parsed.output };
    return { ok: false, problem: problemOf(json, language, NO_ANSWER[language]) };
  } catch {
    return { ok: false, problem: NO_ANSWER[language] };
  }
}
