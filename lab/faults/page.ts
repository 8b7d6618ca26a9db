import type { Context } from 'hono';
import { html } from 'hono/html';
import type { Bilingual } from '#lab/web/language.ts';
import { labPage } from '#lab/web/page.ts';
import type { Fault } from '#server/http/guard/faults.ts';
import { OFFERED_CALLS, PRESETS } from './presets.ts';

const TEXTS = {
  title: { ko: '고장 스위치', en: 'Fault switch' },
  lead: {
    ko: '포털의 호출 하나를 선택해 다음 응답을 바꿔요. 한 번 사용하면 꺼져요.',
    en: 'Choose a call of the portal: its next answer is replaced, once.',
  },
  call: { ko: '호출', en: 'Call' },
  answer: { ko: '다음 응답', en: 'Next answer' },
  set: { ko: '켜기', en: 'Switch on' },
  waiting: { ko: '켜져 있는 고장', en: 'Waiting' },
  none: { ko: '켜진 고장이 없어요.', en: 'No fault is switched on.' },
  clear: { ko: '모두 끄기', en: 'Switch all off' },
} as const satisfies Record<string, Bilingual>;

const faultSummary = ({ method = '*', path, status, body, raw, headers, times }: Fault): string =>
  [
    `${method} ${path}`,
    `${times}×`,
    status,
    JSON.stringify(body) ?? raw ?? '',
    JSON.stringify(headers ?? {}),
  ].join('  ');

/** The page of the fault switch. */
export const faultsPage = (c: Context, faults: readonly Fault[]) =>
  labPage(c, (language) => ({
    title: TEXTS.title[language],
    body: html`<h1>${TEXTS.title[language]}</h1>
<p class="lead">${TEXTS.lead[language]}</p>
<form class="card" method="post" action="/faults">
<label>${TEXTS.call[language]}<select name="call">${OFFERED_CALLS.map((call) => html`<option>${call}</option>`)}</select></label>
<label>${TEXTS.answer[language]}<select name="preset">${Object.entries(PRESETS).map(
      ([value, { name }]) => html`<option value="${value}">${name[language]}</option>`,
    )}</select></label>
<p class="row"><button type="submit">${TEXTS.set[language]}</button></p>
</form>
<section class="card"><h2>${TEXTS.waiting[language]}</h2>${
      faults.length === 0
        ? html`<p class="muted">${TEXTS.none[language]}</p>`
        : html`<ul>${faults.map((fault) => html`<li><code>${faultSummary(fault)}</code></li>`)}</ul>
<form method="post" action="/faults/clear"><button class="quiet" type="submit">${TEXTS.clear[language]}</button></form>`
    }</section>`,
  }));
