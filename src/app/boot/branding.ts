import type { Branding } from '#wire/runtime-config.ts';

/** Puts the operator's colours on the page, through CSSOM as the content security policy wants it. */
export function applyBranding(page: Document, { colors }: Branding): void {
  const { style } = page.documentElement;
  if (colors?.accent) style.setProperty('--accent', colors.accent);
  if (colors?.accentDark) style.setProperty('--accent-dark', colors.accentDark);
}
