import * as v from 'valibot';
import { httpUrl, localized, withDescription } from './values.ts';

const color = v.pipe(
  v.string(),
  v.regex(
    /^(#[\da-f]{3,8}|[a-z]+|(rgb|hsl|oklch|oklab|lab|lch)\([\d\s.,%/+a-z-]+\))$/i,
    'must be a CSS colour',
  ),
);

const pictureAddress = v.pipe(
  v.string(),
  v.check(
    (value) => /^\/(?![/\\])/.test(value) || (URL.canParse(value) && new URL(value).protocol === 'https:'),
    'must be a path of this server or an https URL',
  ),
);

/** Name of the portal when `branding.name` is not configured. */
export const DEFAULT_NAME = { ko: '인증 포털', en: 'Auth Portal' } as const;

const logo = v.union(
  [
    pictureAddress,
    v.strictObject({
      light: withDescription(pictureAddress, 'On light pages.'),
      dark: withDescription(pictureAddress, 'On dark pages.'),
    }),
  ],
  'must be a path of this server or an https URL, or { light, dark } with two such addresses',
);

const THEMES = ['auto', 'light', 'dark'] as const;
type Theme = (typeof THEMES)[number];

/** The CSS `color-scheme` of a theme. */
export const colorSchemeOf = (theme: Theme = 'auto'): string => (theme === 'auto' ? 'light dark' : theme);

type Logo = v.InferOutput<typeof logo>;

/** The logo for a theme. For the theme `light` or `dark` it is a single picture. */
export const logoIn = (configured: Logo | undefined, theme: Theme = 'auto'): Logo | undefined =>
  typeof configured === 'object' && theme !== 'auto' ? configured[theme] : configured;

const colors = v.strictObject({
  accent: v.optional(withDescription(color, 'In the light scheme.')),
  accentDark: v.optional(
    withDescription(color, 'In the dark scheme; by default the colour of the light scheme.'),
  ),
});

/** Logo and colours of a service. During a sign-in at the service they replace the company's logo and colours. */
export const serviceBranding = v.strictObject({
  logo: v.optional(withDescription(logo, "The service's logo, in the form of the portal's logo.")),
  colors: v.optional(
    withDescription(colors, "The service's colours. They replace all colours of the portal."),
  ),
});

type ServiceBranding = v.InferOutput<typeof serviceBranding>;

/** Branding of the pages. */
export const branding = v.strictObject({
  name: v.optional(withDescription(localized, 'Name of the portal next to the logo and in titles.')),
  logo: v.optional(
    withDescription(
      logo,
      "A path of this server or an https URL, or { light, dark } with an address for each theme; by default the portal's own logo.",
    ),
  ),
  folder: v.optional(
    v.pipe(
      v.string(),
      v.nonEmpty(),
      v.description(
        'Folder of pictures (svg, png, webp) that are served below /brand/; `brand` in DATA_DIR by default.',
      ),
    ),
  ),
  theme: v.optional(
    v.pipe(
      v.picklist(THEMES),
      v.description("auto (the default): light or dark, as the person's device is set."),
    ),
  ),
  colors: v.optional(
    withDescription(colors, "Colours of the company in CSS notation; by default the portal's own."),
  ),
  help: v.optional(v.pipe(httpUrl, v.description('A page that helps people who cannot sign in.'))),
  contact: v.optional(
    v.pipe(localized, v.description('Contact for help, such as "Help desk, 02-123-4567".')),
  ),
  privacy: v.optional(v.pipe(httpUrl, v.description('The privacy policy.'))),
  terms: v.optional(v.pipe(httpUrl, v.description('The terms of use.'))),
});

type Branding = v.InferOutput<typeof branding>;

/** The addresses of the pictures of a logo: two for a logo with a light and a dark picture. */
export const picturesOf = (logo: Logo | undefined): readonly string[] => {
  if (logo === undefined) return [];
  return typeof logo === 'string' ? [logo] : [logo.light, logo.dark];
};

/** The company's branding, in which the logo and colours of a service replace the company's logo and colours. */
export const brandingAt = (
  company: Branding,
  service: { readonly branding?: ServiceBranding | undefined } | null,
): Branding => ({ ...company, ...service?.branding });
