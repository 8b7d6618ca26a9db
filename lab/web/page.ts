import type { Context } from 'hono';
import { html } from 'hono/html';
import { type Bilingual, type Language, languageOf, otherLanguageLink } from './language.ts';

/** Escaped markup of `hono/html`. */
export type Markup = ReturnType<typeof html>;

/** Content of a page. */
export type Page = {
  readonly title: string;
  readonly body: Markup;
  /** Links and forms in the bar at the top of the page. */
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

const scriptMarkup = (
  language: Language,
): Markup => html`<p class="warn" role="alert" data-disconnected hidden>${TEXTS.disconnected[language]}</p>
<p class="toast" role="status" data-status data-copied="${TEXTS.copied[language]}" data-not-copied="${TEXTS.notCopied[language]}"></p>
<script src="/lab.js" defer></script>`;

/** What all pages of a service have in common. */
type PageDesign = {
  /** Path to which the name in the bar links. */
  readonly home: string;
  /** Name of the service, in the bar and in the titles. */
  readonly name: Bilingual;
  readonly className: string;
  readonly hasScript: boolean;
};

/** Creates a function that answers with a page in one design. Its parameter `build` returns the page in a language. */
export const createPageRenderer =
  ({ home, name, className, hasScript }: PageDesign) =>
  (c: Context, build: (language: Language) => Page, status: 200 | 400 | 404 | 500 | 502 = 200) => {
    const language = languageOf(c);
    const otherLanguage = otherLanguageLink(c);
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
<nav class="bar"><a class="name" href="${home}">${name[language]}</a>${bar}<a href="${otherLanguage.href}" lang="${otherLanguage.language}">${LANGUAGE_NAMES[otherLanguage.language]}</a></nav>
<main>${body}</main>
${hasScript ? scriptMarkup(language) : ''}
</body>
</html>`,
      status,
    );
  };

const LAB_NAME: Bilingual = { ko: '문지기 실험실', en: 'Munjigi lab' };

/** Answers with a page of the lab itself. */
export const labPage = createPageRenderer({ home: '/', name: LAB_NAME, className: 'lab', hasScript: true });
