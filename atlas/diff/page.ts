import { escapeText } from '#atlas/charts/drawing/text.ts';
import { machineIn, type Remark } from '#atlas/remarks/remark.ts';
import { atlasText } from '#atlas/texts/texts.ts';
import { LANGUAGES, type Language } from '#atlas/words/types.ts';
import type { Report, ReportLine } from './report.ts';

/** A value before and after; null where it does not exist. */
export type Pair<Value> = { readonly before: Value | null; readonly after: Value | null };

/** A remark, and whether what it is about has changed since. */
export type RemarkWithStatus = Remark & { readonly hasChanged: boolean };

/** The charts, screens and remarks of the page. */
export type DiffContent = {
  /** By part of the report the SVG charts in both languages, with the changes marked. */
  readonly charts: Readonly<Record<string, readonly Readonly<Record<Language, Pair<string>>>[]>>;
  /** By state the screenshots in both languages, as data URLs. */
  readonly screens: Readonly<Record<string, Readonly<Record<Language, Pair<string>>>>>;
  /** The remarks that are committed with the project. */
  readonly remarks: readonly RemarkWithStatus[];
  /** Why the older revision has no screens; null where it has. */
  readonly problem: string | null;
};

const paragraphs = (lines: readonly string[]): string =>
  lines.map((line) => `<p>${escapeText(line)}</p>`).join('');

/** A cell of the table, with the source in a closed disclosure. */
function cellText(language: Language, lines: readonly string[], source: readonly string[]): string {
  const code =
    source.length === 0
      ? ''
      : `<details><summary>${atlasText(language, 'source')}</summary><code>${paragraphs(source)}</code></details>`;
  return `${paragraphs(lines)}${code}` || '<p class="none">—</p>';
}

const row = (language: Language, line: ReportLine): string => {
  const { change, kind, name, id, before, after, source } = line;
  return `<tr class="${change}"><th scope="row"><span class="change">${atlasText(language, `diff.${change}`)}</span> ${atlasText(language, `diff.${kind}`)}<br><span title="${escapeText(id)}">${escapeText(name)}</span></th><td>${cellText(language, before, source.before)}</td><td>${cellText(language, after, source.after)}</td></tr>`;
};

const pair = (language: Language, { before, after }: Pair<string>, name: string): string =>
  `<div class="pair"><figure><figcaption>${name}: ${atlasText(language, 'diff.before')}</figcaption>${before ?? atlasText(language, 'none')}</figure><figure><figcaption>${name}: ${atlasText(language, 'diff.after')}</figcaption>${after ?? atlasText(language, 'none')}</figure></div>`;

/** CSS classes of the screenshots by data URL: each image is in the page once. */
const imageClasses = ({ screens }: DiffContent): ReadonlyMap<string, string> => {
  const pairs = Object.values(screens).flatMap((screen) => LANGUAGES.map((language) => screen[language]));
  const addresses = new Set(pairs.flatMap(({ before, after }) => [before ?? [], after ?? []].flat()));
  return new Map([...addresses].map((address, index) => [address, `screenshot-${index}`]));
};

const screen = (
  language: Language,
  image: string | null,
  name: string,
  classes: ReadonlyMap<string, string>,
): string =>
  image === null
    ? `<p class="none">${atlasText(language, 'none')}</p>`
    : `<div class="screenshot ${classes.get(image)}" role="img" aria-label="${name}"></div>`;

/** The screens of a state in both languages, the older next to the newer one. */
function screensOf(
  language: Language,
  state: string,
  { screens }: DiffContent,
  classes: ReadonlyMap<string, string>,
): string {
  const figures = LANGUAGES.flatMap((shownIn) => {
    const found = screens[state]?.[shownIn];
    if (!found) return [];
    const name = escapeText(`${atlasText(language, `diff.${shownIn}`)}, ${state}`);
    const figure = (caption: string, image: string | null) =>
      `<figure><figcaption>${atlasText(language, `diff.${shownIn}`)}: ${caption}</figcaption>${screen(language, image, `${name}: ${caption}`, classes)}</figure>`;
    return found.before === found.after
      ? [figure(atlasText(language, 'diff.same'), found.after)]
      : [
          figure(atlasText(language, 'diff.before'), found.before),
          figure(atlasText(language, 'diff.after'), found.after),
        ];
  });
  return figures.length === 0
    ? ''
    : `<h3>${atlasText(language, 'diff.screens')} <code>${escapeText(state)}</code></h3><div class="screens">${figures.join('')}</div>`;
}

/** The remarks about a flow, those with a changed subject first. */
function remarksOf(language: Language, flow: string, remarks: readonly RemarkWithStatus[]): string {
  const own = remarks
    .filter(({ about }) => machineIn(about) === flow)
    .toSorted((a, b) => Number(b.hasChanged) - Number(a.hasChanged));
  const items = own.map(({ about, text, by, on, hasChanged }) => {
    const mark = hasChanged ? ` <b>${atlasText(language, 'remarkChanged')}</b>` : '';
    const who = escapeText([by, on].filter(Boolean).join(', '));
    return `<li><code>${escapeText(about)}</code>${mark}<br>${escapeText(text)} <span class="none">${who}</span></li>`;
  });
  return items.length === 0 ? '' : `<h3>${atlasText(language, 'remarks')}</h3><ul>${items.join('')}</ul>`;
}

function section(report: Report, content: DiffContent, classes: ReadonlyMap<string, string>): string {
  const { language, parts } = report;
  const body = parts.map(({ id, name, lines }) => {
    const charts = content.charts[id] ?? [];
    const states = [...new Set(lines.flatMap((line) => line.states))];
    return [
      `<h2 title="${escapeText(id)}">${escapeText(name)}</h2>`,
      `<table><thead><tr><td></td><th scope="col">${atlasText(language, 'diff.before')}</th><th scope="col">${atlasText(language, 'diff.after')}</th></tr></thead><tbody>`,
      ...lines.map((line) => row(language, line)),
      '</tbody></table>',
      ...charts.map((layout) => pair(language, layout[language], atlasText(language, 'diff.chart'))),
      remarksOf(language, id, content.remarks),
      ...states.map((state) => screensOf(language, state, content, classes)),
    ].join('\n');
  });
  const unbuilt =
    content.problem === null
      ? ''
      : `<p role="note">${atlasText(language, 'diff.unbuilt')} <code>${escapeText(content.problem)}</code></p>`;
  return `<section lang="${language}" id="${language}"><h1>${atlasText(language, 'diff.title')}</h1>${unbuilt}${body.join('\n') || `<p>${atlasText(language, 'diff.none')}</p>`}</section>`;
}

const STYLE = `
:root{color-scheme:light dark}
body{font:15px/1.5 system-ui,-apple-system,'Segoe UI','Apple SD Gothic Neo','Malgun Gothic','Noto Sans KR','Noto Sans CJK KR',sans-serif;margin:24px;word-break:keep-all}
table{border-collapse:collapse;width:100%;table-layout:fixed}td,th{border:1px solid #8792a5;padding:8px;vertical-align:top;text-align:start;overflow-wrap:anywhere}
code{font-size:13px;opacity:.8}.change{font-weight:700}.none{opacity:.7}
.pair{display:grid;grid-template-columns:1fr 1fr;gap:16px;margin-block:16px}.pair figure{margin:0;overflow:auto}.pair svg{width:100%;height:auto}
.screenshot{aspect-ratio:360/640;max-width:360px;background-size:contain;background-repeat:no-repeat;print-color-adjust:exact;border:1px solid #8792a5;border-radius:12px}
.screens{display:grid;grid-template-columns:repeat(auto-fill,minmax(240px,1fr));gap:16px;margin-block:16px}.screens figure{margin:0;break-inside:avoid}
nav a{margin-inline-end:16px}p{margin:0 0 4px}
@media print{nav{display:none}.pair{break-inside:avoid}}`;

/** The report in both languages as a page in one file: old and new side by side, with charts and screens. */
export function diffPage(reports: readonly Report[], content: DiffContent, revision: string): string {
  const classes = imageClasses(content);
  const pairs = [...classes].map(([address, name]) => `.${name}{background-image:url("${address}")}`);
  return `<!doctype html>
<html lang="ko">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeText(`${atlasText('ko', 'diff.title')} · ${atlasText('en', 'diff.title')}: ${revision}`)}</title>
<link rel="icon" href="data:,">
<style>${STYLE}
${pairs.join('\n')}</style>
</head>
<body>
<nav><a href="#ko">한국어</a><a href="#en">English</a></nav>
${reports.map((report) => section(report, content, classes)).join('\n')}
</body>
</html>
`;
}
