import { html } from 'hono/html';
import type { Language } from '#i18n/locale.ts';
import type { Bilingual } from './language.ts';
import type { Markup } from './markup.ts';

/** Path that stores a language and redirects back; works without scripts. */
export const LANGUAGE_PATH = '/language';

const LABEL: Bilingual = { ko: '언어', en: 'Language' };
const NAMES: Bilingual = { ko: '한국어', en: 'English' };

/**
 * The language switcher of an engine's page.
 * @param address path and query of the page, whose repeated request has no effect
 */
export const languageSwitcher = (language: Language, address: string): Markup =>
  html`<nav aria-label="${LABEL[language]}">${(['ko', 'en'] as const).map(
    (other) =>
      html`<a href="${LANGUAGE_PATH}/${other}?back=${encodeURIComponent(address)}" lang="${other}" hreflang="${other}"${
        other === language ? html` aria-current="true"` : ''
      }>${NAMES[other]}</a>`,
  )}</nav>`;

/** The address of a page; null when a second request could have an effect. */
export const repeatableAddress = (method: string, address: string): string | null =>
  method === 'GET' || method === 'HEAD' ? address : null;
