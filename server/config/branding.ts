import * as v from 'valibot';
import { described, httpUrl, localized } from './values.ts';

const color = v.pipe(
  v.string(),
  v.regex(
    /^(#[\da-f]{3,8}|[a-z]+|(rgb|hsl|oklch|oklab|lab|lch)\([\d\s.,%/+a-z-]+\))$/i,
    'must be a CSS colour',
  ),
);

const logo = v.pipe(
  v.string(),
  v.check(
    (value) => /^\/(?![/\\])/.test(value) || (URL.canParse(value) && new URL(value).protocol === 'https:'),
    'must be a path of this server or an https URL',
  ),
);

/** What the portal is called where the company gives it no name. */
export const DEFAULT_NAME = { ko: '인증 포털', en: 'Auth Portal' } as const;

/** What the pages show of the company. */
export const branding = v.strictObject({
  name: v.optional(described(localized, 'Name of the portal beside the logo, and in titles.')),
  logo: v.optional(
    described(logo, "A path of this server or an https URL; the portal's own mark without it."),
  ),
  colors: v.optional(
    described(
      v.strictObject({
        accent: v.optional(described(color, 'In the light scheme.')),
        accentDark: v.optional(described(color, 'In the dark scheme; that of the light one without it.')),
      }),
      "Colours of the company as CSS writes them; the portal's own without them.",
    ),
  ),
  help: v.optional(v.pipe(httpUrl, v.description('A page that helps people who cannot sign in.'))),
  contact: v.optional(
    v.pipe(localized, v.description('Whom to ask and how, such as "Help desk, 02-123-4567".')),
  ),
  privacy: v.optional(v.pipe(httpUrl, v.description('The privacy policy.'))),
  terms: v.optional(v.pipe(httpUrl, v.description('The terms of use.'))),
});
