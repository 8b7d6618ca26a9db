import { BRAND_STYLE_ELEMENT } from '#wire/server-portal.ts';
import { cspSource } from './security-headers.ts';

type Colors = { readonly accent?: string | undefined; readonly accentDark?: string | undefined };

/** A style element, and the CSP source that allows its content. */
export type BrandStyle = { readonly element: string; readonly source: string };

/** The style element that sets the colours of a brand; null when the brand has no colours. */
export function brandStyle({ accent, accentDark }: Colors = {}): BrandStyle | null {
  const values = [
    ...(accent ? [`--accent:${accent}`] : []),
    ...(accentDark ? [`--accent-dark:${accentDark}`] : []),
  ];
  if (values.length === 0) return null;
  const style = `:root{${values.join(';')}}`;
  return { element: `<style id="${BRAND_STYLE_ELEMENT}">${style}</style>`, source: cspSource(style) };
}
