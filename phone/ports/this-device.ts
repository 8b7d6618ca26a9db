/** The first that fits names the system of a phone. */
const SYSTEMS = [
  [/Android/, 'Android'],
  [/iPhone|iPad|iPod/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
] as const;

/** Browsers, those that call themselves by another's name as well before it. */
const BROWSERS = [
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Whale\//, 'Whale'],
  [/Edg(?:A|iOS)?\//, 'Edge'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const;

const named = (names: readonly (readonly [RegExp, string])[], userAgent: string, other: string): string =>
  names.find(([pattern]) => pattern.test(userAgent))?.[1] ?? other;

/** How the portal shows this phone to its person: system, and browser with system as its name. */
export function thisDevice(userAgent: string): { readonly os: string; readonly deviceName: string } {
  const os = named(SYSTEMS, userAgent, 'Linux');
  return { os, deviceName: `${named(BROWSERS, userAgent, 'Web')} · ${os}` };
}
