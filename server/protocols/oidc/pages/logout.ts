import { html } from 'hono/html';
import type { KoaContextWithOIDC } from 'oidc-provider';
import type { Language } from '#i18n/locale.ts';
import type { ClientService } from '#server/config/client.ts';
import type { Bilingual } from '#server/http/engine-pages/language.ts';
import type { Markup } from '#server/http/engine-pages/markup.ts';
import { SIGNED_OUT_TEXTS, signedOutPage } from '#server/http/engine-pages/signed-out.ts';
import { SUBMIT_SCRIPT } from '#server/http/engine-pages/submission.ts';
import { type PageContext, renderPage } from './page.ts';

const TEXTS = {
  question: { ko: '로그아웃할까요?', en: 'Sign out?' },
  questionHint: {
    ko: '인증 포털에서 로그아웃하면 다음에 서비스를 열 때 다시 인증해야 해요.',
    en: 'After you sign out of the portal, you will need to sign in again the next time you open a service.',
  },
  yes: { ko: '로그아웃', en: 'Sign out' },
  no: { ko: '로그인 유지', en: 'Stay signed in' },
  leaving: { ko: '로그아웃하고 있어요', en: 'Signing out' },
  stillSignedIn: { ko: '로그인을 유지했어요', en: 'You are still signed in' },
  stillSignedInHint: {
    ko: '인증 포털에서는 로그아웃하지 않았어요.',
    en: 'You were not signed out of the portal.',
  },
} as const satisfies Record<string, Bilingual>;

const openServiceText: Readonly<Record<Language, (service: string) => string>> = {
  ko: (service) => `${service} 열기`,
  en: (service) => `Open ${service}`,
};

const clientOf = (ctx: KoaContextWithOIDC, pages: PageContext): ClientService | null =>
  pages.clients.get(ctx.oidc.client?.clientId ?? '') ?? null;

/** The field with which the library checks that the form was posted from a page of the portal. */
const secretField = (ctx: KoaContextWithOIDC): Markup =>
  html`<input type="hidden" name="xsrf" value="${String(ctx.oidc.session?.state?.['secret'] ?? '')}">`;

const confirmationAddress = (ctx: KoaContextWithOIDC): string => ctx.oidc.urlFor('end_session_confirm');

/** Renders a page that asks whether to sign out of the portal (OpenID Connect RP-Initiated Logout 1.0, section 2). */
export const renderLogoutQuestion = (ctx: KoaContextWithOIDC, pages: PageContext): Promise<void> =>
  renderPage(ctx, pages, (language) => {
    const client = clientOf(ctx, pages);
    return {
      title: TEXTS.question[language],
      client,
      body: html`${client ? html`<p><strong>${client.serviceName[language]}</strong></p>` : ''}
<p class="muted">${TEXTS.questionHint[language]}</p>
<form method="post" action="${confirmationAddress(ctx)}">
${secretField(ctx)}
<button class="action" type="submit" name="logout" value="yes">${TEXTS.yes[language]}</button>
<button class="action quiet" type="submit">${TEXTS.no[language]}</button>
</form>`,
    };
  });

/** Renders a page whose form submits itself, so that the person is signed out without a question. */
export const renderLogoutSubmission = (ctx: KoaContextWithOIDC, pages: PageContext): Promise<void> =>
  renderPage(ctx, pages, (language) => ({
    title: TEXTS.leaving[language],
    client: clientOf(ctx, pages),
    script: SUBMIT_SCRIPT,
    body: html`<form method="post" action="${confirmationAddress(ctx)}">
${secretField(ctx)}
<input type="hidden" name="logout" value="yes">
<button class="action" type="submit">${TEXTS.yes[language]}</button>
</form>`,
  }));

/** Renders the last page of a sign-out for which the service has sent no return address. */
export const renderLogoutEnd = (ctx: KoaContextWithOIDC, pages: PageContext): Promise<void> =>
  renderPage(ctx, pages, (language) => {
    const client = clientOf(ctx, pages);
    // The library names the client only when the person has chosen to stay signed in.
    if (!client) return { ...signedOutPage(language, { unconfirmed: [] }, null), client };
    const serviceAddress = client.initiateLoginUri;
    return {
      title: TEXTS.stillSignedIn[language],
      client,
      body: html`<p class="muted">${TEXTS.stillSignedInHint[language]}</p>
<div class="actions">${
        serviceAddress
          ? html`<a class="action" href="${serviceAddress}">${openServiceText[language](client.serviceName[language])}</a>`
          : html`<a class="action" href="/">${SIGNED_OUT_TEXTS.signIn[language]}</a>`
      }</div>`,
    };
  });
