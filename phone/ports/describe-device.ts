/** Operating systems, with patterns of their user agents. The first match counts. */
const SYSTEMS = [
  [/Android/, 'Android'],
  [/iPhone|iPad|iPod/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
] as const;

/**
 * Browsers, with patterns of their user agents. The first match counts, because many user agents name several
 * browsers.
 */
const BROWSERS = [
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Whale\//, 'Whale'],
  [/Edg(?:A|iOS)?\//, 'Edge'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const;

/** The name of the first pattern that matches; `other` if none matches. */
const firstMatch = (
  names: readonly (readonly [RegExp, string])[],
  userAgent: string,
  other: string,
): string => names.find(([pattern]) => pattern.test(userAgent))?.[1] ?? other;

/** The operating system and the default name of a phone, such as `Chrome · Android`. */
export function describeDevice(userAgent: string): { readonly os: string; readonly deviceName: string } {
  const os = firstMatch(SYSTEMS, userAgent, 'Linux');
  return { os, deviceName: `${firstMatch(BROWSERS, userAgent, 'Web')} · ${os}` };
}
