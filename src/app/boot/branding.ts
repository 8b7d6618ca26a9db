import { shownBranding } from '#machines/portal/branding.ts';
import type { PortalRef, PortalSnapshot } from '#machines/portal/portal.selectors.ts';
import { BRAND_STYLE_ELEMENT } from '#wire/server-portal.ts';

/**
 * Sets the brand colours of the operator or the service on the page, and updates them when the portal shows a different
 * service. Uses CSSOM, because the content security policy forbids inline styles.
 */
export function applyBranding(document: Document, portal: PortalRef): void {
  const { style } = document.documentElement;
  const setColor = (property: string, color: string | undefined): void => {
    if (color) style.setProperty(property, color);
    else style.removeProperty(property);
  };
  const applyColors = ({ context }: PortalSnapshot): void => {
    const { colors } = shownBranding(context);
    setColor('--accent', colors?.accent);
    setColor('--accent-dark', colors?.accentDark);
  };
  portal.subscribe(applyColors);
  applyColors(portal.getSnapshot());
  document.getElementById(BRAND_STYLE_ELEMENT)?.remove();
}
