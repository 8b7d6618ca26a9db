import type { Context } from 'hono';
import { html } from 'hono/html';
import type { LabOptions } from '#lab/options.ts';
import { factList, formatTime, greeting, rawMessage, rowCard } from '#lab/service/parts.ts';
import type { Bilingual, Language } from '#lab/web/language.ts';
import { type Markup, pagesOf } from '#lab/web/page.ts';
import type { SamlFailure } from './failure.ts';
import type { CompletedSignIn, PostedRequest } from './service-provider.ts';
import { OTHER_REASON, REASONS, SAMPLES, SIGN_IN_LINKS, TEXTS } from './texts.ts';

/** The pages of the SAML service, with its name in the bar. */
export function expensesPages({ provider }: Pick<LabOptions, 'provider'>) {
  const { path, serviceName } = provider;
  const page = pagesOf({ home: path, name: serviceName, className: 'expenses', hasScript: false });
  const labLink = (language: Language) => html`<a href="/">${TEXTS.lab[language]}</a>`;

  const signInLinks = (
    language: Language,
  ): Markup => html`<section class="card"><h2>${TEXTS.signInLinks[language]}</h2>
<div class="grid">${SIGN_IN_LINKS.map(
    ({ query, title, hint }) =>
      html`<a class="tile" href="${path}/login${query}">${title[language]}<span>${hint[language]}</span></a>`,
  )}</div></section>`;

  const identity = (signedIn: CompletedSignIn, language: Language): Markup =>
    html`<section class="card"><h2>${TEXTS.identity[language]}</h2>
${factList(
  [
    [TEXTS.account, signedIn.nameId],
    [TEXTS.authenticatedAt, formatTime(signedIn.authenticatedAt, language)],
    [TEXTS.level, signedIn.contextClass],
    [TEXTS.issuer, signedIn.issuer],
  ],
  language,
)}
${rawMessage(TEXTS.attributes[language], JSON.stringify(signedIn.attributes, null, 2))}
${rawMessage(TEXTS.assertion[language], signedIn.assertion)}
</section>`;

  const failure =
    (title: Bilingual) =>
    (c: Context, { status, code, description }: SamlFailure) =>
      page(
        c,
        (language) => {
          const reason = REASONS.find(({ codes }) => codes.includes(code))?.text ?? OTHER_REASON;
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
      page(c, (language) => ({
        title: TEXTS.welcome[language],
        bar: labLink(language),
        body: html`${isJustSignedOut ? html`<p class="note" role="status">${TEXTS.signedOut[language]}</p>` : ''}
<h1>${TEXTS.welcome[language]}</h1>
<p class="lead">${TEXTS.lead[language]}</p>
<p class="row"><a class="button" href="${path}/login">${TEXTS.signIn[language]}</a></p>
${signInLinks(language)}`,
      })),

    signedIn: (c: Context, signedIn: CompletedSignIn) =>
      page(c, (language) => {
        const name = String(signedIn.attributes[`displayName#${language}`] ?? signedIn.nameId);
        return {
          title: greeting[language](name),
          bar: html`${labLink(language)}
<form method="post" action="${path}/logout"><button type="submit">${TEXTS.signOut[language]}</button></form>`,
          body: html`<h1>${greeting[language](name)}</h1>
<p class="muted">${TEXTS.sample[language]}</p>
<div class="grid">${rowCard(TEXTS.waiting, SAMPLES.waiting, language)}
${rowCard(TEXTS.paid, SAMPLES.paid, language)}</div>
${identity(signedIn, language)}
${signInLinks(language)}`,
        };
      }),

    /** A page that posts a request to the portal: its script submits the form, without scripts the button does. */
    postRequest: (c: Context, { action, fields }: PostedRequest) =>
      page(c, (language) => ({
        title: TEXTS.leaving[language],
        body: html`<h1>${TEXTS.leaving[language]}</h1>
<form method="post" action="${action}">
${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<button type="submit">${TEXTS.continue[language]}</button>
</form>
<script src="${path}/submit.js"></script>`,
      })),

    failed: failure(TEXTS.failed),
    notSignedOut: failure(TEXTS.notSignedOut),
  };
}
