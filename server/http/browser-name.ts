/** The first match wins: most browsers also name others. */
const BROWSERS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['Whale', /\bWhale\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Edge', /\bEdg(A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /\bSafari\//],
];

const SYSTEMS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['macOS', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
];

const nameIn = (table: typeof BROWSERS, userAgent: string): string | undefined =>
  table.find(([, pattern]) => pattern.test(userAgent))?.[0];

/**
 * A readable name of a browser, such as `Chrome · Windows`; empty when unknown. It comes from the browser and is
 * unverified; it only helps a person to recognise a login.
 */
export const browserName = (userAgent: string): string =>
  [nameIn(BROWSERS, userAgent), nameIn(SYSTEMS, userAgent)].filter(Boolean).join(' · ');
