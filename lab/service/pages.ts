import type { Context } from 'hono';
import { html } from 'hono/html';
import type { LabOptions } from '#lab/options.ts';
import type { Payslip } from '#lab/payroll/routes.ts';
import type { Language } from '#lab/web/language.ts';
import { createPageRenderer, type Markup } from '#lab/web/page.ts';
import type { SignInFailure } from './failure.ts';
import { collapsedText, factList, formatDateTime, GREETINGS, sampleCard } from './parts.ts';
import type { CompletedSignIn } from './relying-party.ts';
import { FAILURE_TEXTS, OTHER_FAILURE_TEXT, SAMPLES, SIGN_IN_LINKS, TEXTS } from './texts.ts';

const signInLinks = (
  home: string,
  language: Language,
): Markup => html`<section class="card"><h2>${TEXTS.signInLinks[language]}</h2>
<div class="grid">${SIGN_IN_LINKS.map(
  ({ query, title, hint }) =>
    html`<a class="tile" href="${home}/login${query}">${title[language]}<span>${hint[language]}</span></a>`,
)}</div></section>`;

const json = (value: unknown): string => JSON.stringify(value, null, 2);

function signInFacts(signedIn: CompletedSignIn, language: Language): Markup {
  const { claims, userinfo } = signedIn;
  return html`<section class="card"><h2>${TEXTS.identity[language]}</h2>
${factList(
  [
    [TEXTS.account, claims.sub],
    [TEXTS.authenticatedAt, formatDateTime(Number(claims['auth_time']) * 1000, language)],
    [TEXTS.methods, [claims['amr']].flat().join(', ')],
    [TEXTS.level, String(claims['acr'])],
    [TEXTS.issuer, String(claims['iss'])],
  ],
  language,
)}
${collapsedText(TEXTS.idToken[language], json(claims))}
${collapsedText(TEXTS.userinfo[language], json(userinfo))}
</section>`;
}

/** Functions that answer with the pages of a demo service. */
export function servicePages({ client }: Pick<LabOptions, 'client'>) {
  const { path: home } = client;
  const renderPage = createPageRenderer({
    home,
    name: client.serviceName,
    className: 'service',
    hasScript: false,
  });
  const labLink = (language: Language) => html`<a href="/">${TEXTS.lab[language]}</a>`;

  return {
    start: (c: Context, isJustSignedOut: boolean) =>
      renderPage(c, (language) => ({
        title: TEXTS.welcome[language],
        bar: labLink(language),
        body: html`${isJustSignedOut ? html`<p class="note" role="status">${TEXTS.signedOut[language]}</p>` : ''}
<h1>${TEXTS.welcome[language]}</h1>
<p class="lead">${TEXTS.lead[language]}</p>
<p class="row"><a class="button" href="${home}/login">${TEXTS.signIn[language]}</a></p>
${signInLinks(home, language)}`,
      })),

    signedIn: (c: Context, signedIn: CompletedSignIn) =>
      renderPage(c, (language) => {
        const { userinfo, claims } = signedIn;
        const name = String(userinfo[`name#${language}`] ?? userinfo['name'] ?? claims.sub);
        return {
          title: GREETINGS[language](name),
          bar: html`${labLink(language)}
<form method="post" action="${home}/logout"><button type="submit">${TEXTS.signOut[language]}</button></form>`,
          body: html`<h1>${GREETINGS[language](name)}</h1>
<p class="muted">${TEXTS.sample[language]}</p>
<div class="grid">${sampleCard(TEXTS.calendar, SAMPLES.calendar, language)}
${sampleCard(TEXTS.approvals, SAMPLES.approvals, language)}
${sampleCard(TEXTS.news, SAMPLES.news, language)}</div>
<section class="card"><h2>${TEXTS.payslip[language]}</h2><p>${TEXTS.payslipHint[language]}</p>
<p class="row"><a class="button quiet" href="${home}/payslip">${TEXTS.openPayslip[language]}</a></p></section>
${signInFacts(signedIn, language)}
${signInLinks(home, language)}`,
        };
      }),

    payslip: (c: Context, { claims }: CompletedSignIn, { month, paid }: Payslip) =>
      renderPage(c, (language) => ({
        title: TEXTS.payslip[language],
        bar: labLink(language),
        body: html`<h1>${TEXTS.payslip[language]}</h1>
<p class="lead">${TEXTS.payslipLead[language]}</p>
<section class="card">${factList(
          [
            [TEXTS.month, month],
            [
              TEXTS.paid,
              new Intl.NumberFormat(language, { style: 'currency', currency: 'KRW' }).format(paid),
            ],
            [TEXTS.level, String(claims['acr'])],
            [TEXTS.authenticatedAt, formatDateTime(Number(claims['auth_time']) * 1000, language)],
          ],
          language,
        )}</section>
<p class="row"><a class="button quiet" href="${home}">${TEXTS.back[language]}</a></p>`,
      })),

    failed: (c: Context, { status, code, description }: SignInFailure) =>
      renderPage(
        c,
        (language) => {
          const reason = FAILURE_TEXTS.find(({ codes }) => codes.includes(code))?.text ?? OTHER_FAILURE_TEXT;
          return {
            title: TEXTS.failed[language],
            bar: labLink(language),
            body: html`<h1>${TEXTS.failed[language]}</h1>
<p class="lead">${reason[language]}</p>
<p class="row"><a class="button" href="${home}/login">${TEXTS.again[language]}</a>
<a class="button quiet" href="${home}">${TEXTS.back[language]}</a></p>
<details><summary>${TEXTS.details[language]}</summary><p><code>${code}</code> ${description}</p></details>`,
          };
        },
        status,
      ),
  };
}
