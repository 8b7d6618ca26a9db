import { html } from 'hono/html';
import type { Bilingual, Language } from '#lab/web/language.ts';
import type { Markup } from '#lab/web/page.ts';

type SampleRow = { readonly time: string; readonly text: Bilingual };

/** A card with a title and rows of sample data. */
export const sampleCard = (title: Bilingual, rows: readonly SampleRow[], language: Language): Markup =>
  html`<section class="card"><h2>${title[language]}</h2><ul class="list">${rows.map(
    ({ time, text }) => html`<li><span>${text[language]}</span><time>${time}</time></li>`,
  )}</ul></section>`;

/** A list of facts about a sign-in, each with its name. */
export const factList = (
  facts: readonly (readonly [name: Bilingual, value: string])[],
  language: Language,
): Markup =>
  html`<dl>${facts.map(([name, value]) => html`<div><dt>${name[language]}</dt><dd>${value}</dd></div>`)}</dl>`;

/** A long text, such as a protocol message, that is collapsed under its title. */
export const collapsedText = (title: string, content: string): Markup =>
  html`<details><summary>${title}</summary><pre tabindex="0">${content}</pre></details>`;

/** A localised date and time with seconds, for a time in epoch milliseconds. */
export const formatDateTime = (time: number, language: Language): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'medium' }).format(new Date(time));

/** The greeting of a signed-in person. */
export const GREETINGS: Readonly<Record<Language, (name: string) => string>> = {
  ko: (name) => `안녕하세요, ${name} 님`,
  en: (name) => `Hello, ${name}`,
};
