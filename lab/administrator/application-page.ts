import type { Context } from 'hono';
import { html } from 'hono/html';
import type { DeviceOwner } from '#lab/devices/owners.ts';
import type { LabOptions } from '#lab/options.ts';
import type { Bilingual, Language } from '#lab/web/language.ts';
import { labPage, type Markup } from '#lab/web/page.ts';

const TEXTS = {
  title: { ko: '서비스 사용 신청', en: 'Application for a service' },
  lead: {
    ko: '승인하는 사람이 메일로 받는 링크예요. 둘 가운데 하나만 한 번 사용할 수 있고 7일 동안 유효해요.',
    en: 'The links that the approver gets by mail. One of the two works, once, within 7 days.',
  },
  approve: { ko: '승인 링크 열기', en: 'Open the approval' },
  reject: { ko: '거절 링크 열기', en: 'Open the rejection' },
  back: { ko: '관리자 화면으로', en: 'Back to the administrator' },
  approved: { ko: '승인됨', en: 'approved' },
  rejected: { ko: '거절됨', en: 'rejected' },
  open: { ko: '결정 전', en: 'not decided' },
} as const satisfies Record<string, Bilingual>;

type Administration = LabOptions['administration'];
type Links = NonNullable<Awaited<ReturnType<Administration['issueApprovalLinks']>>>;
export type Approvals = Awaited<ReturnType<Administration['approvals']>>;

/** The page with the two links that approve and reject an application for a service. */
export const applicationPage = (c: Context, { name }: DeviceOwner, { approve, reject }: Links) =>
  labPage(c, (language) => ({
    title: TEXTS.title[language],
    body: html`<h1>${TEXTS.title[language]}</h1>
<p class="lead">${name[language]}: ${TEXTS.lead[language]}</p>
<p class="row"><a class="button" href="${approve}" target="_blank" rel="noopener">${TEXTS.approve[language]}</a>
<a class="button quiet" href="${reject}" target="_blank" rel="noopener">${TEXTS.reject[language]}</a></p>
<p><a href="/administrator">${TEXTS.back[language]}</a></p>`,
  }));

/** A list of the applications with their decisions; empty when there are no applications. */
export const approvalList = (approvals: Approvals, language: Language): Markup | string =>
  approvals.length === 0
    ? ''
    : html`<section class="card"><h2>${TEXTS.title[language]}</h2><ul class="list">${approvals.map(
        ({ userId, clientId, decision }) =>
          html`<li><span><code>${userId}</code> · ${clientId}</span><span>${TEXTS[decision ?? 'open'][language]}</span></li>`,
      )}</ul></section>`;
