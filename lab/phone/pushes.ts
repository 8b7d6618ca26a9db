import * as v from 'valibot';
import type { LabOptions } from '#lab/options.ts';
import type { Language } from '#lab/web/language.ts';

const push = v.object({
  /** The ID for the phone; the push ID itself is only on the portal's screen. */
  id: v.string(),
  /** A sign-in, or the identity check before a password or a method is changed. */
  purpose: v.optional(v.picklist(['login', 'identity']), 'login'),
  service: v.string(),
  browser: v.string(),
  address: v.string(),
  /** Epoch milliseconds. */
  at: v.number(),
  validUntil: v.number(),
  /** Groups of characters, one of which is on the portal's screen. */
  choices: v.array(v.string()),
});

/** A push as the app shows it. */
export type Push = v.InferOutput<typeof push> & {
  /** The text of the request. */
  readonly purposeText: string;
};

const PURPOSE_TEXTS = {
  login: { ko: '로그인', en: 'Sign-in' },
  identity: { ko: '비밀번호 변경 또는 인증 방법 등록', en: 'Change of the password or of a method' },
} as const;

/** The person's answer: a group, or a denial. */
export type PushAnswer = { readonly choice: string } | 'deny';

/** The server's reaction to an answer. */
export type PushAnswerResult = { readonly status: number; readonly message: string };

type PortalAccess = Pick<LabOptions, 'portalUrl' | 'portalFetch'>;

const pushListAnswer = v.object({ pushes: v.array(push) });
const refusal = v.object({ message: v.string() });

const callWithKey =
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

/** The pushes that wait for an app; null when the server gives no answer. */
export async function incomingPushes(
  access: PortalAccess,
  key: string,
  language: Language,
): Promise<readonly Push[] | null> {
  try {
    const answer = await callWithKey(access, key, language)('/device/pushes');
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

/** Answers a push by the app's own call. */
export async function answerPush(
  access: PortalAccess,
  key: string,
  language: Language,
  id: string,
  answer: PushAnswer,
): Promise<PushAnswerResult> {
  const path = `/device/pushes/${encodeURIComponent(id)}/${answer === 'deny' ? 'deny' : 'approve'}`;
  const body = JSON.stringify(answer === 'deny' ? {} : answer);
  const response = await callWithKey(access, key, language)(path, { method: 'POST', body });
  const parsed = v.safeParse(refusal, await response.json());
  return { status: response.status, message: parsed.success ? parsed.output.message : '' };
}
