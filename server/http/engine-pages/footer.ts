import { html } from 'hono/html';
import type { Language } from '#i18n/locale.ts';
import type { ServerConfig } from '#server/config/schema.ts';
import type { Bilingual } from './language.ts';
import type { Markup } from './markup.ts';

/** Texts of the footer. */
export const FOOTER_TEXTS = {
  contact: { ko: '문의: {contact}', en: 'Contact: {contact}' },
  help: { ko: '도움말', en: 'Help' },
  privacy: { ko: '개인정보처리방침', en: 'Privacy policy' },
  terms: { ko: '이용약관', en: 'Terms of use' },
} as const satisfies Record<string, Bilingual>;

/** The footer with the configured contact and links; empty when the configuration has no contact and no links. */
export function operatorFooter(branding: ServerConfig['branding'], language: Language): Markup | '' {
  const { contact } = branding;
  const links = (['help', 'privacy', 'terms'] as const).flatMap((name) => {
    const href = branding[name];
    return href ? [html`<li><a href="${href}">${FOOTER_TEXTS[name][language]}</a></li>`] : [];
  });
  if (!contact && links.length === 0) return '';
  const contactText = contact
    ? FOOTER_TEXTS.contact[language].replace('{contact}', () => contact[language])
    : '';
  return html`<footer><ul>${contactText && html`<li>${contactText}</li>`}${links}</ul></footer>`;
}
