import { html } from 'hono/html';
import type { Language } from '#i18n/locale.ts';
import type { Bilingual } from './language.ts';
import type { Markup } from './markup.ts';

/** Remembers a language and leads back: a switch that needs no script. */
export const LANGUAGE_PATH = '/language';

const LABEL: Bilingual = { ko: '언어', en: 'Language' };
const NAMES: Bilingual = { ko: '한국어', en: 'English' };

/**
 * The switcher of a page that the server writes.
 * @param here path and query of the page, which can be requested again
 */
export const languageSwitcher = (language: Language, here: string): Markup =>
  html`<nav aria-label="${LABEL[language]}">${(['ko', 'en'] as const).map(
    (other) =>
      html`<a href="${LANGUAGE_PATH}/${other}?back=${encodeURIComponent(here)}" lang="${other}" hreflang="${other}"${
        other === language ? html` aria-current="true"` : ''
      }>${NAMES[other]}</a>`,
  )}</nav>`;

/** The address of a page, when asking for it again does nothing else. */
export const hereOf = (method: string, address: string): string | null =>
  method === 'GET' || method === 'HEAD' ? address : null;
