import * as v from 'valibot';
import type { LabOptions } from '#lab/options.ts';
import type { Bilingual, Language } from '#lab/web/language.ts';
import { refusalTextOf } from '#lab/web/refusal-text.ts';

/**
 * The answer of the portal to a call of the app, or a text about the problem when the call was refused or not answered.
 */
export type PortalAnswer<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problem: string };

export const NO_ANSWER_TEXT: Bilingual = {
  ko: '포털이 응답하지 않아요. 잠시 후 다시 시도해 주세요.',
  en: 'The portal cannot be reached. Try again in a while.',
};

/** The caller: the language of the phone, and the bearer token of the app if it is registered. */
type Caller = { readonly language: Language; readonly appKey?: string };

/**
 * Makes a call of the app to the portal (docs/device-calls.md). Such a call has no session.
 * @param schema the schema of the answer
 * @param body the body of a POST; the call is a GET when there is no body
 */
export async function callPortal<Value>(
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
    return { ok: false, problem: refusalTextOf(json, language, NO_ANSWER_TEXT[language]) };
  } catch {
    return { ok: false, problem: NO_ANSWER_TEXT[language] };
  }
}
