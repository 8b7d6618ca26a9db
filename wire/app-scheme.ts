/** URL schemes that the browser handles itself, so that links with these schemes never open an app (rule 60). */
export const BROWSER_SCHEMES = [
  'http',
  'https',
  'javascript',
  'data',
  'blob',
  'file',
  'filesystem',
  'vbscript',
  'about',
] as const;

const BROWSER_SCHEME_SET: ReadonlySet<string> = new Set(BROWSER_SCHEMES);

/** Whether a text is a valid URL scheme that may open an app. */
export const isAppScheme = (scheme: string): boolean =>
  /^[a-z][a-z\d+.-]*$/.test(scheme) && !BROWSER_SCHEME_SET.has(scheme);
