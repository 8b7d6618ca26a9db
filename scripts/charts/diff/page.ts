import { escapeText } from '#scripts/charts/drawing/text.ts';
import { LANGUAGES, type Language } from '#scripts/charts/words/types.ts';
import type { Report, ReportLine } from './report.ts';

const WORDS = {
  ko: {
    title: '무엇이 바뀌었나요',
    since: '이후',
    before: '전',
    after: '후',
    chart: '흐름도',
    screens: '화면',
    none: '바뀐 것이 없어요.',
    added: '+ 추가',
    removed: '− 삭제',
    changed: '~ 변경',
    state: '상태',
    way: '길',
    rule: '규칙',
    text: '문구',
    limit: '정해진 값',
    nothing: '없음',
  },
  en: {
    title: 'What has changed',
    since: 'since',
    before: 'before',
    after: 'after',
    chart: 'Chart',
    screens: 'Screens',
    none: 'Nothing has changed.',
    added: '+ added',
    removed: '− removed',
    changed: '~ changed',
    state: 'state',
    way: 'way',
    rule: 'rule',
    text: 'text',
    limit: 'fixed value',
    nothing: 'none',
  },
} as const;

/** What there is of something before and after; null on the side where it is not. */
export type Pair<Value> = { readonly before: Value | null; readonly after: Value | null };

/** The pictures of the page, both painted with what has changed. */
export type Pictures = {
  /** SVG by language, of each part of the report. */
  readonly sheets: Readonly<Record<string, readonly Readonly<Record<Language, Pair<string>>>[]>>;
  /** HTML of the screen of each state by language. */
  readonly screens: Readonly<Record<string, Readonly<Record<Language, Pair<string>>>>>;
  /** The style of the screens. */
  readonly style: Pair<string>;
};

const told = (lines: readonly string[]): string =>
  lines.map((line) => `<p>${escapeText(line)}</p>`).join('') || '<p class="none">—</p>';

const row = (language: Language, { change, kind, name, id, before, after }: ReportLine): string => {
  const words = WORDS[language];
  return `<tr class="${change}"><th scope="row"><span class="change">${words[change]}</span> ${words[kind]}<br>${escapeText(name)}<br><code>${escapeText(id)}</code></th><td>${told(before)}</td><td>${told(after)}</td></tr>`;
};

const pair = (language: Language, { before, after }: Pair<string>, name: string): string =>
  `<div class="pair"><figure><figcaption>${name}: ${WORDS[language].before}</figcaption>${before ?? WORDS[language].nothing}</figure><figure><figcaption>${name}: ${WORDS[language].after}</figcaption>${after ?? WORDS[language].nothing}</figure></div>`;

const frame = (html: string | null, side: 'before' | 'after', name: string): string | null =>
  html === null
    ? null
    : `<iframe title="${escapeText(name)}" sandbox="allow-same-origin" data-side="${side}" data-html="${escapeText(html)}" width="360" height="640"></iframe>`;

function screensOf(language: Language, states: readonly string[], { screens }: Pictures): string {
  const shown = states.filter((state) => Object.hasOwn(screens, state));
  return shown
    .map((state) =>
      LANGUAGES.map((shownIn) => {
        const found = screens[state]?.[shownIn];
        if (!found) return '';
        const name = `${WORDS[language].screens} (${shownIn}), ${state}`;
        return pair(
          language,
          { before: frame(found.before, 'before', name), after: frame(found.after, 'after', name) },
          escapeText(name),
        );
      }).join(''),
    )
    .join('');
}

function section(report: Report, pictures: Pictures): string {
  const { language, parts } = report;
  const words = WORDS[language];
  const body = parts.map(({ id, name, lines }) => {
    const sheets = pictures.sheets[id] ?? [];
    const states = [...new Set(lines.flatMap((line) => line.states))];
    return [
      `<h2>${escapeText(name)} <code>${escapeText(id)}</code></h2>`,
      `<table><thead><tr><td></td><th scope="col">${words.before}</th><th scope="col">${words.after}</th></tr></thead><tbody>`,
      ...lines.map((line) => row(language, line)),
      '</tbody></table>',
      ...sheets.map((sheet) => pair(language, sheet[language], words.chart)),
      screensOf(language, states, pictures),
    ].join('\n');
  });
  return `<section lang="${language}" id="${language}"><h1>${words.title}</h1>${body.join('\n') || `<p>${words.none}</p>`}</section>`;
}

const STYLE = `
body{font:15px/1.5 system-ui,-apple-system,'Segoe UI','Apple SD Gothic Neo','Malgun Gothic','Noto Sans KR','Noto Sans CJK KR',sans-serif;margin:24px;word-break:keep-all;color-scheme:light dark}
table{border-collapse:collapse;width:100%;table-layout:fixed}td,th{border:1px solid #8792a5;padding:8px;vertical-align:top;text-align:start;overflow-wrap:anywhere}
code{font-size:13px;opacity:.8}.change{font-weight:700}.none{opacity:.7}
.pair{display:grid;grid-template-columns:1fr 1fr;gap:16px;margin-block:16px}.pair figure{margin:0;overflow:auto}.pair svg{width:100%;height:auto}
iframe{border:1px solid #8792a5;border-radius:12px;background:#fff}
nav a{margin-inline-end:16px}p{margin:0 0 4px}
@media print{nav{display:none}.pair{break-inside:avoid}}`;

const SCRIPT = `
const styles = JSON.parse(document.getElementById('styles').textContent);
for (const frame of document.querySelectorAll('iframe'))
  frame.srcdoc = '<!doctype html><meta charset="utf-8"><style>' + styles[frame.dataset.side] + 'dialog:not([open]){display:block;position:static;margin:16px auto}</style>' + frame.dataset.html;`;

/** One page with the report in both languages: old and new side by side, with charts and screens. It needs no server. */
export function diffPage(reports: readonly Report[], pictures: Pictures, revision: string): string {
  const styles = JSON.stringify(pictures.style).replaceAll('<', '\\u003c');
  return `<!doctype html>
<html lang="ko">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeText(`${WORDS.ko.title} · ${WORDS.en.title}: ${revision}`)}</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
</head>
<body>
<nav><a href="#ko">한국어</a><a href="#en">English</a></nav>
${reports.map((report) => section(report, pictures)).join('\n')}
<script type="application/json" id="styles">${styles}</script>
<script>${SCRIPT}</script>
</body>
</html>
`;
}
