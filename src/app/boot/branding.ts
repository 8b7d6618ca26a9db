import { shownBranding } from '#machines/portal/branding.ts';
import type { PortalRef, PortalSnapshot } from '#machines/portal/portal.selectors.ts';
import { BRAND_STYLE_ELEMENT } from '#wire/server-portal.ts';

/**
 * Sets the colours of the operator or the service on the page. It uses CSSOM, since the content security policy
 * forbids inline styles.
 */
export function followBranding(page: Document, portal: PortalRef): void {
  const { style } = page.documentElement;
  const setColor = (property: string, color: string | undefined): void => {
    if (color) style.setProperty(property, color);
    else style.removeProperty(property);
  };
  const applyBranding = ({ context }: PortalSnapshot): void => {
    const { colors } = shownBranding(context);
    setColor('--accent', colors?.accent);
    setColor('--accent-dark', colors?.accentDark);
  };
  portal.subscribe(applyBranding);
  applyBranding(portal.getSnapshot());
  page.getElementById(BRAND_STYLE_ELEMENT)?.remove();
}
