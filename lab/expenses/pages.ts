import type { Context } from 'hono';
import { html } from 'hono/html';
import type { LabOptions } from '#lab/options.ts';
import { collapsedText, factList, formatDateTime, GREETINGS, sampleCard } from '#lab/service/parts.ts';
import type { Bilingual, Language } from '#lab/web/language.ts';
import { createPageRenderer, type Markup } from '#lab/web/page.ts';
import type { SamlFailure } from './failure.ts';
import type { CompletedSignIn, PostedRequest } from './service-provider.ts';
import { FAILURE_TEXTS, OTHER_FAILURE_TEXT, SAMPLES, SIGN_IN_LINKS, TEXTS } from './texts.ts';

/** Functions that answer with the pages of the SAML service. */
export function expensesPages({ provider }: Pick<LabOptions, 'provider'>) {
  const { path, serviceName } = provider;
  const renderPage = createPageRenderer({
    home: path,
    name: serviceName,
    className: 'expenses',
    hasScript: false,
  });
  const labLink = (language: Language) => html`<a href="/">${TEXTS.lab[language]}</a>`;

  const signInLinks = (
    language: Language,
  ): Markup => html`<section class="card"><h2>${TEXTS.signInLinks[language]}</h2>
<div class="grid">${SIGN_IN_LINKS.map(
    ({ query, title, hint }) =>
      html`<a class="tile" href="${path}/login${query}">${title[language]}<span>${hint[language]}</span></a>`,
  )}</div></section>`;

  const signInFacts = (signedIn: CompletedSignIn, language: Language): Markup =>
    html`<section class="card"><h2>${TEXTS.identity[language]}</h2>
${factList(
  [
    [TEXTS.account, signedIn.nameId],
    [TEXTS.authenticatedAt, formatDateTime(signedIn.authenticatedAt, language)],
    [TEXTS.level, signedIn.contextClass],
    [TEXTS.issuer, signedIn.issuer],
  ],
  language,
)}
${collapsedText(TEXTS.attributes[language], JSON.stringify(signedIn.attributes, null, 2))}
${collapsedText(TEXTS.assertion[language], signedIn.assertion)}
</section>`;

  const failurePage =
    (title: Bilingual) =>
    (c: Context, { status, code, description }: SamlFailure) =>
      renderPage(
        c,
        (language) => {
          const reason = FAILURE_TEXTS.find(({ codes }) => codes.includes(code))?.text ?? OTHER_FAILURE_TEXT;
          return {
            title: title[language],
            bar: labLink(language),
            body: html`<h1>${title[language]}</h1>
<p class="lead">${reason[language]}</p>
<p class="row"><a class="button" href="${path}/login">${TEXTS.again[language]}</a>
<a class="button quiet" href="${path}">${TEXTS.back[language]}</a></p>
<details><summary>${TEXTS.details[language]}</summary><p><code>${code}</code> ${description}</p></details>`,
          };
        },
        status,
      );

  return {
    start: (c: Context, isJustSignedOut: boolean) =>
      renderPage(c, (language) => ({
        title: TEXTS.welcome[language],
        bar: labLink(language),
        body: html`${isJustSignedOut ? html`<p class="note" role="status">${TEXTS.signedOut[language]}</p>` : ''}
<h1>${TEXTS.welcome[language]}</h1>
<p class="lead">${TEXTS.lead[language]}</p>
<p class="row"><a class="button" href="${path}/login">${TEXTS.signIn[language]}</a></p>
${signInLinks(language)}`,
      })),

    signedIn: (c: Context, signedIn: CompletedSignIn) =>
      renderPage(c, (language) => {
        const name = String(signedIn.attributes[`displayName#${language}`] ?? signedIn.nameId);
        return {
          title: GREETINGS[language](name),
          bar: html`${labLink(language)}
<form method="post" action="${path}/logout"><button type="submit">${TEXTS.signOut[language]}</button></form>`,
          body: html`<h1>${GREETINGS[language](name)}</h1>
<p class="muted">${TEXTS.sample[language]}</p>
<div class="grid">${sampleCard(TEXTS.waiting, SAMPLES.waiting, language)}
${sampleCard(TEXTS.paid, SAMPLES.paid, language)}</div>
${signInFacts(signedIn, language)}
${signInLinks(language)}`,
        };
      }),

    /**
     * A page that posts a request to the portal. A script submits the form; without scripts the person presses the
     * button.
     */
    postRequest: (c: Context, { action, fields }: PostedRequest) =>
      renderPage(c, (language) => ({
        title: TEXTS.leaving[language],
        body: html`<h1>${TEXTS.leaving[language]}</h1>
<form method="post" action="${action}">
${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<button type="submit">${TEXTS.continue[language]}</button>
</form>
<script src="${path}/submit.js"></script>`,
      })),

    failed: failurePage(TEXTS.failed),
    notSignedOut: failurePage(TEXTS.notSignedOut),
  };
}
