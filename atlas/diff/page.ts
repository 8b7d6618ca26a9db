import { CHANGE_MARKS } from '#atlas/charts/drawing/marks.ts';
import { escapeText } from '#atlas/charts/drawing/text.ts';
import { machineIdOf, type Remark } from '#atlas/remarks/remark.ts';
import { atlasText, type TextKey } from '#atlas/texts/texts.ts';
import type { ChangedChart } from './changed-charts.ts';
import type { BeforeAndAfter, Report, ReportLine } from './report.ts';
import type { Screenshots } from './screens.ts';

/** The charts, screenshots and remarks on the page of changes. */
export type DiffContent = {
  /** Changed charts, by the ids of the sections of the report. */
  readonly charts: Readonly<Record<string, readonly ChangedChart[]>>;
  readonly screens: Screenshots;
  /** The remarks of the project. `hasChanged`: the subject of the remark has changed since the remark was written. */
  readonly remarks: readonly (Remark & { readonly hasChanged: boolean })[];
  /** The reason why there are no screens of the older revision; null when there are screens. */
  readonly problem: string | null;
};

/** Returns a text of the page in one language. */
type TextGetter = (key: TextKey) => string;

const tableCell = (lines: readonly string[]): string =>
  `<td>${lines.map((line) => `<p>${escapeText(line)}</p>`).join('') || '—'}</td>`;

const tableRow = (text: TextGetter, { change, kind, name, id, before, after }: ReportLine): string =>
  `<tr><th scope="row"><b>${CHANGE_MARKS[change].symbol} ${text(`mark.${change}`)}</b> ${text(`diff.${kind}`)}<br><span title="${escapeText(id)}">${escapeText(name)}</span></th>${tableCell(before)}${tableCell(after)}</tr>`;

/** A chart or an image before and after the change; only once when both are the same. */
function comparedFigures(text: TextGetter, { before, after }: BeforeAndAfter<string | null>): string {
  const figure = (key: TextKey, content: string | null) =>
    `<figure><figcaption>${text(key)}</figcaption>${content ?? text('none')}</figure>`;
  const sides =
    before === after
      ? figure('diff.same', after)
      : figure('diff.before', before) + figure('diff.after', after);
  return `<div class="pair">${sides}</div>`;
}

/** The screens of a state before and after the change; empty when there are no screenshots of the state. */
function stateScreens(
  { language }: Report,
  text: TextGetter,
  state: string,
  { screens }: DiffContent,
): string {
  const screen = screens[state]?.[language];
  if (!screen) return '';
  const image = (address: string | null) =>
    address && `<img src="${address}" alt="${escapeText(state)}" width="360" height="640">`;
  const pair = { before: image(screen.before), after: image(screen.after) };
  return `<h3>${text('diff.screens')} <code>${escapeText(state)}</code></h3>${comparedFigures(text, pair)}`;
}

/** The remarks about a flow. Remarks whose subject has changed are first. */
function flowRemarks(text: TextGetter, flow: string, { remarks }: DiffContent): string {
  const items = remarks
    .filter(({ about }) => machineIdOf(about) === flow)
    .toSorted((a, b) => Number(b.hasChanged) - Number(a.hasChanged))
    .map(({ about, text: remark, by, on, hasChanged }) => {
      const mark = hasChanged ? ` <b>${text('remarkChanged')}</b>` : '';
      const signature = escapeText([by, on].filter(Boolean).join(', '));
      return `<li><code>${escapeText(about)}</code>${mark}<br>${escapeText(remark)} <small>${signature}</small></li>`;
    });
  return items.length === 0 ? '' : `<h3>${text('remarks')}</h3><ul>${items.join('')}</ul>`;
}

/** The part of the page in one language. */
function reportSection(report: Report, content: DiffContent): string {
  const { language, sections } = report;
  const { charts, problem } = content;
  const text: TextGetter = (key) => atlasText(language, key);
  const body = sections.flatMap(({ id, name, lines }) => [
    `<h2 title="${escapeText(id)}">${escapeText(name)}</h2>`,
    `<table><thead><tr><td></td><th scope="col">${text('diff.before')}</th><th scope="col">${text('diff.after')}</th></tr></thead><tbody>`,
    ...lines.map((line) => tableRow(text, line)),
    '</tbody></table>',
    ...(charts[id] ?? []).map((chart) => comparedFigures(text, chart[language])),
    flowRemarks(text, id, content),
    ...[...new Set(lines.flatMap((line) => line.states))].map((state) =>
      stateScreens(report, text, state, content),
    ),
  ]);
  return [
    `<section lang="${language}" id="${language}"><h1>${text('diff.title')}</h1>`,
    problem && `<p role="note">${text('diff.unbuilt')} <code>${escapeText(problem)}</code></p>`,
    ...(body.length > 0 ? body : [`<p>${text('diff.none')}</p>`]),
    '</section>',
  ]
    .filter(Boolean)
    .join('\n');
}

const STYLE = `
:root{color-scheme:light dark}
body{font:15px/1.5 system-ui,-apple-system,'Segoe UI','Apple SD Gothic Neo','Malgun Gothic','Noto Sans KR','Noto Sans CJK KR',sans-serif;margin:24px;word-break:keep-all}
table{border-collapse:collapse;width:100%;table-layout:fixed}td,th{border:1px solid #8792a5;padding:8px;vertical-align:top;text-align:start;overflow-wrap:anywhere}
code{font-size:13px}.pair{display:grid;grid-template-columns:1fr 1fr;gap:16px;margin-block:16px}
figure{margin:0;overflow:auto;break-inside:avoid}figure svg{width:100%;height:auto}
img{max-width:100%;height:auto;border:1px solid #8792a5;border-radius:12px}
nav a{margin-inline-end:16px}p{margin:0 0 4px}
@media print{nav{display:none}}`;

/** The page of changes in both languages, in one file. It shows texts, charts and screens before and after the change side by side. */
export const diffPage = (reports: readonly Report[], content: DiffContent, revision: string): string =>
  `<!doctype html>
<html lang="ko">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeText(`${atlasText('ko', 'diff.title')} · ${atlasText('en', 'diff.title')}: ${revision}`)}</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
</head>
<body>
<nav><a href="#ko">한국어</a><a href="#en">English</a></nav>
${reports.map((report) => reportSection(report, content)).join('\n')}
</body>
</html>
`;
