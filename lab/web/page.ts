import type { Context } from 'hono';
import { html } from 'hono/html';
import { type Bilingual, inOtherLanguage, type Language, languageOf } from './language.ts';

/** Escaped markup of `hono/html`. */
export type Markup = ReturnType<typeof html>;

/** Content of one page. */
export type Page = {
  readonly title: string;
  readonly body: Markup;
  /** Links and forms of the bar at the top. */
  readonly bar?: Markup;
};

const LANGUAGE_NAMES: Bilingual = { ko: '한국어', en: 'English' };

const TEXTS = {
  copied: { ko: '복사했어요', en: 'copied' },
  notCopied: {
    ko: '복사하지 못했어요. 선택된 글자를 직접 복사해 주세요.',
    en: 'It could not be copied. It is selected: copy it yourself.',
  },
  disconnected: {
    ko: '실험실에 연결할 수 없어요. 다시 연결하고 있어요.',
    en: 'The lab cannot be reached. Trying again.',
  },
} as const satisfies Record<string, Bilingual>;

const script = (
  language: Language,
): Markup => html`<p class="warn" role="alert" data-disconnected hidden>${TEXTS.disconnected[language]}</p>
<p class="toast" role="status" data-status data-copied="${TEXTS.copied[language]}" data-not-copied="${TEXTS.notCopied[language]}"></p>
<script src="/lab.js" defer></script>`;

type Frame = {
  /** Target of the name in the bar. */
  readonly home: string;
  readonly name: Bilingual;
  readonly className: string;
  readonly hasScript: boolean;
};

/** Creates a function that answers with pages in one design; `build` returns a page in the given language. */
export const pagesOf =
  ({ home, name, className, hasScript }: Frame) =>
  (c: Context, build: (language: Language) => Page, status: 200 | 400 | 404 | 500 | 502 = 200) => {
    const language = languageOf(c);
    const other = inOtherLanguage(c);
    const { title, body, bar = '' } = build(language);
    return c.html(
      html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · ${name[language]}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/lab.css">
</head>
<body class="${className}">
<nav class="bar"><a class="name" href="${home}">${name[language]}</a>${bar}<a href="${other.href}" lang="${other.language}">${LANGUAGE_NAMES[other.language]}</a></nav>
<main>${body}</main>
${hasScript ? script(language) : ''}
</body>
</html>`,
      status,
    );
  };

const LAB_NAME: Bilingual = { ko: '문지기 실험실', en: 'Munjigi lab' };

/** Pages of the lab itself. */
export const labPage = pagesOf({ home: '/', name: LAB_NAME, className: 'lab', hasScript: true });
