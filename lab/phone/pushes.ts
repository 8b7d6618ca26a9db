import * as v from 'valibot';
import type { LabOptions } from '#lab/options.ts';
import type { Language } from '#lab/web/language.ts';

const push = v.object({
  /** ID with which the app refers to the push. It is not the push ID, which only the portal's screen knows. */
  id: v.string(),
  /** `login` for a sign-in; `identity` for the identity check before a password or a factor is changed. */
  purpose: v.optional(v.picklist(['login', 'identity']), 'login'),
  service: v.string(),
  browser: v.string(),
  address: v.string(),
  /** `at` (the time of the request) and `validUntil`: epoch milliseconds. */
  at: v.number(),
  validUntil: v.number(),
  /** Groups of characters. The portal's screen shows one of them. */
  choices: v.array(v.string()),
});

/** A push as the app shows it. */
export type Push = v.InferOutput<typeof push> & {
  /** The purpose in the language of the phone. */
  readonly purposeText: string;
};

const PURPOSE_TEXTS = {
  login: { ko: '로그인', en: 'Sign-in' },
  identity: { ko: '비밀번호 변경 또는 인증 방법 등록', en: 'Change of the password or of a method' },
} as const;

/** The decision of the person: the chosen group of characters, or a denial. */
export type PushDecision = { readonly choice: string } | 'deny';

/** The server's response to a decision. `message` is the text of a refusal; empty when the decision was accepted. */
export type PushDecisionResult = { readonly status: number; readonly message: string };

type PortalAccess = Pick<LabOptions, 'portalUrl' | 'portalFetch'>;

const pushListAnswer = v.object({ pushes: v.array(push) });
const refusal = v.object({ message: v.string() });

const createAppCaller =
  ({ portalUrl, portalFetch }: PortalAccess, key: string, language: Language) =>
  (path: string, init: RequestInit = {}): Promise<Response> =>
    portalFetch(
      new Request(new URL(path, portalUrl), {
        ...init,
        headers: {
          Authorization: `Bearer ${key}`,
          'X-Language': language,
          ...(init.body !== undefined && { 'Content-Type': 'application/json' }),
        },
      }),
    );

/** The pushes that wait for a decision in an app; null when the server does not answer. */
export async function fetchWaitingPushes(
  access: PortalAccess,
  key: string,
  language: Language,
): Promise<readonly Push[] | null> {
  try {
    const answer = await createAppCaller(access, key, language)('/device/pushes');
    const parsed = v.safeParse(pushListAnswer, await answer.json());
    if (!parsed.success) return null;
    return parsed.output.pushes.map((push) => ({
      ...push,
      purposeText: PURPOSE_TEXTS[push.purpose][language],
    }));
  } catch {
    return null;
  }
}

/** Sends the decision of the person through the call of the app. */
export async function sendPushDecision(
  access: PortalAccess,
  key: string,
  language: Language,
  id: string,
  decision: PushDecision,
): Promise<PushDecisionResult> {
  const path = `/device/pushes/${encodeURIComponent(id)}/${decision === 'deny' ? 'deny' : 'approve'}`;
  const body = JSON.stringify(decision === 'deny' ? {} : decision);
  const response = await createAppCaller(access, key, language)(path, { method: 'POST', body });
  const parsed = v.safeParse(refusal, await response.json());
  return { status: response.status, message: parsed.success ? parsed.output.message : '' };
}
