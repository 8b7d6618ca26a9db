import { html } from 'hono/html';
import type { Language } from '#i18n/locale.ts';
import type { ServerPage } from './document.ts';
import type { Bilingual } from './language.ts';

/** Texts of the page after a sign-out. */
export const SIGNED_OUT_TEXTS = {
  done: { ko: '로그아웃했어요', en: 'You are signed out' },
  shared: {
    ko: '공용 컴퓨터라면 브라우저 창을 모두 닫아 주세요.',
    en: 'On a shared computer, close every browser window.',
  },
  unsure: {
    ko: '다음 서비스에는 아직 로그인되어 있을 수 있어요. 서비스에서 직접 로그아웃해 주세요.',
    en: 'These services may still have you signed in. Sign out of them there.',
  },
  unconfirmed: {
    ko: '다음 서비스에는 아직 로그인되어 있을 수 있어요. 로그아웃 사실을 서비스에 다시 알릴게요.',
    en: 'These services may still have you signed in. They will be told again that you have signed out.',
  },
  continue: { ko: '계속', en: 'Continue' },
  signIn: { ko: '다시 로그인', en: 'Sign in again' },
} as const satisfies Record<string, Bilingual>;

/** Script that follows the only link of a page. Without scripts, the person chooses the link. */
export const FOLLOW_SCRIPT = "document.querySelector('.action').click();";

type NamedService = { readonly serviceName: Bilingual };

/** The services that may still have a session after a sign-out. */
type OpenServices = {
  /** Services that have not confirmed the sign-out and are not notified again. */
  readonly unsure?: readonly NamedService[];
  /** Services that have not confirmed the sign-out and are notified again until they confirm it. */
  readonly unconfirmed: readonly NamedService[];
};

const serviceList = (language: Language, text: Bilingual, services: readonly NamedService[]) =>
  services.length === 0
    ? ''
    : html`<p>${text[language]}</p>
<ul>${services.map(({ serviceName }) => html`<li>${serviceName[language]}</li>`)}</ul>`;

/**
 * The page after a sign-out. It lists the services that may still have a session; without such services, it continues
 * to `returnAddress` immediately.
 * @param returnAddress address of the service that requested the sign-out; null when the person signs out at the portal
 */
export const signedOutPage = (
  language: Language,
  { unsure = [], unconfirmed }: OpenServices,
  returnAddress: string | null,
): Omit<ServerPage, 'language'> => ({
  title: SIGNED_OUT_TEXTS.done[language],
  ...(unsure.length + unconfirmed.length === 0 && returnAddress !== null && { script: FOLLOW_SCRIPT }),
  body: html`${serviceList(language, SIGNED_OUT_TEXTS.unsure, unsure)}${serviceList(language, SIGNED_OUT_TEXTS.unconfirmed, unconfirmed)}
<p class="muted">${SIGNED_OUT_TEXTS.shared[language]}</p>
<div class="actions"><a class="action" href="${returnAddress ?? '/'}">${(returnAddress === null ? SIGNED_OUT_TEXTS.signIn : SIGNED_OUT_TEXTS.continue)[language]}</a></div>`,
});
