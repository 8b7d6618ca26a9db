import { html } from 'hono/html';
import type { Language } from '#i18n/locale.ts';
import type { Localized } from '#server/config/values.ts';
import type { ServerPage } from './document.ts';
import type { Bilingual } from './language.ts';

type Explanation = { readonly title: Bilingual; readonly hint: Bilingual };

/** Title and hint for each reason why the server cannot continue a sign-in. */
export const EXPLANATIONS = {
  ended: {
    title: { ko: '이미 끝난 로그인 요청이에요', en: 'This sign-in request has ended' },
    hint: {
      ko: '요청을 이미 사용했거나 시간이 지났어요. 서비스에서 로그인을 다시 시작해 주세요.',
      en: 'It has been used already or it has expired. Start again from the service.',
    },
  },
  refused: {
    title: {
      ko: '서비스의 로그인 요청을 처리할 수 없어요',
      en: 'The request of the service cannot be used',
    },
    hint: {
      ko: '서비스가 보낸 요청이 이 포털에 등록된 내용과 달라요. 서비스 담당자에게 아래 내용을 알려 주세요.',
      en: 'The request differs from what is registered for the service here. Send the details below to the people who run the service.',
    },
  },
  failed: {
    title: { ko: '로그인 요청을 처리하지 못했어요', en: 'Something went wrong here' },
    hint: {
      ko: '잠시 후 서비스에서 다시 시작해 주세요.',
      en: 'Wait a moment, then start again from the service.',
    },
  },
  unavailable: {
    title: { ko: '지금은 로그인할 수 없어요', en: 'Signing in is not possible right now' },
    hint: {
      ko: '서버에 잠시 문제가 생겼어요. 잠시 후 다시 시도해 주세요.',
      en: 'The server has a problem at the moment. Wait a moment, then try again.',
    },
  },
  busy: {
    title: { ko: '지금은 로그인하는 사람이 많아요', en: 'Many people are signing in right now' },
    hint: {
      ko: '5초 뒤에 자동으로 다시 시도해요. 이 화면을 그대로 두세요.',
      en: 'This page tries again automatically in 5 seconds. Leave it open.',
    },
  },
} as const satisfies Record<string, Explanation>;

export type ExplanationName = keyof typeof EXPLANATIONS;

const TEXTS = {
  start: { ko: '시작 화면으로', en: 'Go to the start page' },
  retry: { ko: '다시 시도', en: 'Try again' },
  details: { ko: '자세한 내용', en: 'Details' },
} as const satisfies Record<string, Bilingual>;

const restartTexts: Readonly<Record<Language, (service: string) => string>> = {
  ko: (service) => `${service}에서 다시 시작`,
  en: (service) => `Start again from ${service}`,
};

/** Contents of the page in addition to the explanation. */
export type ExplanationDetails = {
  /** The service that began the sign-in; null when it is unknown. */
  readonly service?: {
    readonly serviceName: Localized;
    readonly initiateLoginUri?: string | undefined;
  } | null;
  /** Path and query at which the person can try again; null after the post of a form. */
  readonly retryAddress?: string | null;
  /** The error for the people who run the service, in English as in the protocols. */
  readonly details?: { readonly code: string; readonly description?: string | undefined };
};

/** A page that explains why the server cannot continue a sign-in, with a link to the service or the start page. */
export function explanationPage(
  language: Language,
  name: ExplanationName,
  { service, retryAddress, details }: ExplanationDetails = {},
): Omit<ServerPage, 'language'> {
  const { title, hint } = EXPLANATIONS[name];
  return {
    title: title[language],
    body: html`<p class="muted">${hint[language]}</p>
<div class="actions">${
      service?.initiateLoginUri
        ? html`<a class="action" href="${service.initiateLoginUri}">${restartTexts[language](service.serviceName[language])}</a>`
        : html`<a class="action" href="${retryAddress ?? '/'}">${(retryAddress ? TEXTS.retry : TEXTS.start)[language]}</a>`
    }</div>
${
  details
    ? html`<details><summary>${TEXTS.details[language]}</summary>
<p><code>${details.code}</code>${details.description ? html`<br>${details.description}` : ''}</p></details>`
    : ''
}`,
  };
}
