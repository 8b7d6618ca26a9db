import { html } from 'hono/html';
import type { Language } from '#i18n/locale.ts';
import type { Bilingual } from './language.ts';
import type { Markup } from './markup.ts';

/** Path of the route that stores a language and redirects back to a page. */
export const LANGUAGE_PATH = '/language';

const SWITCHER_LABEL: Bilingual = { ko: '언어', en: 'Language' };
const LANGUAGE_NAMES: Bilingual = { ko: '한국어', en: 'English' };

/**
 * The language switcher of a page that the server writes itself.
 * @param address path and query of the page; requesting the page again must have no effect
 */
export const languageSwitcher = (language: Language, address: string): Markup =>
  html`<nav aria-label="${SWITCHER_LABEL[language]}">${(['ko', 'en'] as const).map(
    (option) =>
      html`<a href="${LANGUAGE_PATH}/${option}?back=${encodeURIComponent(address)}" lang="${option}" hreflang="${option}"${
        option === language ? html` aria-current="true"` : ''
      }>${LANGUAGE_NAMES[option]}</a>`,
  )}</nav>`;

/** The address of a page that was requested by GET or HEAD; null for other methods, which may have an effect. */
export const repeatableAddress = (method: string, address: string): string | null =>
  method === 'GET' || method === 'HEAD' ? address : null;
