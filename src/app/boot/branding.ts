import { shownBranding } from '#machines/portal/branding.ts';
import type { PortalRef, PortalSnapshot } from '#machines/portal/portal.selectors.ts';

/**
 * Keeps the colours of the operator, or of the service that is signed in to, on the page, through CSSOM as the content
 * security policy wants it.
 */
export function followBranding(page: Document, portal: PortalRef): void {
  const { style } = page.documentElement;
  const put = (property: string, color: string | undefined): void => {
    if (color) style.setProperty(property, color);
    else style.removeProperty(property);
  };
  const apply = ({ context }: PortalSnapshot): void => {
    const { colors } = shownBranding(context);
    put('--accent', colors?.accent);
    put('--accent-dark', colors?.accentDark);
  };
  portal.subscribe(apply);
  apply(portal.getSnapshot());
}
