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

/** Follows the only action of a page; without scripts the person follows it. */
export const FOLLOW_SCRIPT = "document.querySelector('.action').click();";

type NamedService = { readonly serviceName: Bilingual };

/** The services that may still have a session after a sign-out. */
type OpenServices = {
  /** Services that are not notified again. */
  readonly unsure?: readonly NamedService[];
  /** Services that are notified again until they confirm. */
  readonly unconfirmed: readonly NamedService[];
};

const listOf = (language: Language, text: Bilingual, services: readonly NamedService[]) =>
  services.length === 0
    ? ''
    : html`<p>${text[language]}</p>
<ul>${services.map(({ serviceName }) => html`<li>${serviceName[language]}</li>`)}</ul>`;

/**
 * The end of a sign-out, with the services that may still have a session; without such services it redirects immediately.
 * @param onward target of the redirect; null for the portal
 */
export const signedOutPage = (
  language: Language,
  { unsure = [], unconfirmed }: OpenServices,
  onward: string | null,
): Omit<ServerPage, 'language'> => ({
  title: SIGNED_OUT_TEXTS.done[language],
  ...(unsure.length + unconfirmed.length === 0 && onward !== null && { script: FOLLOW_SCRIPT }),
  body: html`${listOf(language, SIGNED_OUT_TEXTS.unsure, unsure)}${listOf(language, SIGNED_OUT_TEXTS.unconfirmed, unconfirmed)}
<p class="muted">${SIGNED_OUT_TEXTS.shared[language]}</p>
<div class="actions"><a class="action" href="${onward ?? '/'}">${(onward === null ? SIGNED_OUT_TEXTS.signIn : SIGNED_OUT_TEXTS.continue)[language]}</a></div>`,
});
