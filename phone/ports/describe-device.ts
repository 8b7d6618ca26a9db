/** Operating systems; the first match counts. */
const SYSTEMS = [
  [/Android/, 'Android'],
  [/iPhone|iPad|iPod/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
] as const;

/** Browsers, ordered: many user agents contain the names of later ones too. */
const BROWSERS = [
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Whale\//, 'Whale'],
  [/Edg(?:A|iOS)?\//, 'Edge'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const;

const firstMatch = (
  names: readonly (readonly [RegExp, string])[],
  userAgent: string,
  other: string,
): string => names.find(([pattern]) => pattern.test(userAgent))?.[1] ?? other;

/** Operating system and default name of this phone, such as `Chrome · Android`. */
export function describeDevice(userAgent: string): { readonly os: string; readonly deviceName: string } {
  const os = firstMatch(SYSTEMS, userAgent, 'Linux');
  return { os, deviceName: `${firstMatch(BROWSERS, userAgent, 'Web')} · ${os}` };
}
