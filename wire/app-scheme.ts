/** Schemes that a browser itself follows: none of them opens an app (decision 60). */
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

const FOLLOWED: ReadonlySet<string> = new Set(BROWSER_SCHEMES);

/** Whether links of a scheme may open an app. */
export const isAppScheme = (scheme: string): boolean =>
  /^[a-z][a-z\d+.-]*$/.test(scheme) && !FOLLOWED.has(scheme);
