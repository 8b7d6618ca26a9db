import { systemFonts } from '#tools/chromium/fonts.ts';

/** Options of Playwright's `launch` for a Chromium. */
export type ChromiumLaunch = {
  readonly executablePath: string;
  readonly args: string[];
  /** Added to the environment of the process. */
  readonly env: Readonly<Record<string, string>>;
};

export const isRoot = process.getuid?.() === 0;

/** Chromium does not run its sandbox as root. */
const ARGS = ['--disable-gpu', '--disable-background-networking', ...(isRoot ? ['--no-sandbox'] : [])];

export const launchOf = (
  executablePath: string,
  env: Readonly<Record<string, string>> = systemFonts(),
): ChromiumLaunch => ({
  executablePath,
  args: ARGS,
  env,
});
