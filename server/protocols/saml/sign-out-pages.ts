import { html } from 'hono/html';
import type { Language } from '#i18n/locale.ts';
import type { ServiceProvider } from '#server/config/client.ts';
import type { ServerPage } from '#server/http/engine-pages/document.ts';
import type { Bilingual } from '#server/http/engine-pages/language.ts';
import { FOLLOW_SCRIPT, SIGNED_OUT_TEXTS } from '#server/http/engine-pages/signed-out.ts';
import type { SignedMessage } from './messages/signed-message.ts';

/** The texts of the page that notifies services of a sign-out. */
export const SIGN_OUT_TEXTS = {
  notifying: { ko: '서비스에서 로그아웃하고 있어요', en: 'Signing you out of your services' },
  continueHint: {
    ko: '바로 넘어가지 않으면 계속을 눌러 주세요.',
    en: 'If nothing happens, choose Continue.',
  },
  unconfirmedHint: {
    ko: '이 서비스에서 로그아웃됐는지 확인하지 못했어요. 다시 시도하거나 건너뛸 수 있어요.',
    en: 'This service has not confirmed that it signed you out. Try again, or skip it.',
  },
  again: { ko: '다시 시도', en: 'Try again' },
  skip: { ko: '건너뛰기', en: 'Skip' },
} as const satisfies Record<string, Bilingual>;

/**
 * The page that sends the browser to a service, which then ends its session: immediately at the first attempt, and at a
 * retry when the person chooses so.
 * @param skipAddress the address at which the person can skip the service, at a retry; null at the first attempt
 */
export function logoutPage(
  language: Language,
  { serviceName }: ServiceProvider,
  logoutRequest: SignedMessage,
  skipAddress: string | null,
): Omit<ServerPage, 'language'> {
  const label = (skipAddress === null ? SIGNED_OUT_TEXTS.continue : SIGN_OUT_TEXTS.again)[language];
  const skipLink =
    skipAddress === null
      ? ''
      : html`<a class="action quiet" href="${skipAddress}">${SIGN_OUT_TEXTS.skip[language]}</a>`;
  return {
    title: SIGN_OUT_TEXTS.notifying[language],
    ...(skipAddress === null && { script: FOLLOW_SCRIPT }),
    body: html`<p><strong>${serviceName[language]}</strong></p>
<p class="muted">${(skipAddress === null ? SIGN_OUT_TEXTS.continueHint : SIGN_OUT_TEXTS.unconfirmedHint)[language]}</p>
${
  logoutRequest.kind === 'redirect'
    ? html`<div class="actions"><a class="action" href="${logoutRequest.url}">${label}</a>${skipLink}</div>`
    : html`<form method="post" action="${logoutRequest.action}">
${Object.entries(logoutRequest.fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<button class="action" type="submit">${label}</button>${skipLink}
</form>`
}`,
  };
}
