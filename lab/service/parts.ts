import { html } from 'hono/html';
import type { Bilingual, Language } from '#lab/web/language.ts';
import type { Markup } from '#lab/web/page.ts';

type Row = { readonly time: string; readonly text: Bilingual };

/** A card with rows of sample data. */
export const rowCard = (title: Bilingual, entries: readonly Row[], language: Language): Markup =>
  html`<section class="card"><h2>${title[language]}</h2><ul class="list">${entries.map(
    ({ time, text }) => html`<li><span>${text[language]}</span><time>${time}</time></li>`,
  )}</ul></section>`;

/** Facts about a sign-in by name. */
export const factList = (entries: readonly (readonly [Bilingual, string])[], language: Language): Markup =>
  html`<dl>${entries.map(([name, value]) => html`<div><dt>${name[language]}</dt><dd>${value}</dd></div>`)}</dl>`;

/** A protocol message, collapsed under its name. */
export const rawMessage = (title: string, content: string): Markup =>
  html`<details><summary>${title}</summary><pre tabindex="0">${content}</pre></details>`;

/** A localised time with seconds. */
export const formatTime = (at: number, language: Language): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'medium' }).format(new Date(at));

/** The greeting of a service. */
export const greeting: Readonly<Record<Language, (name: string) => string>> = {
  ko: (name) => `안녕하세요, ${name} 님`,
  en: (name) => `Hello, ${name}`,
};
