import { systemFonts } from '#tools/chromium/fonts.ts';

/** Options of Playwright's `launch` for a Chromium. */
export type ChromiumLaunch = {
  readonly executablePath: string;
  readonly args: string[];
  /** Added to the environment of the process. */
  readonly env: Readonly<Record<string, string>>;
};

/** Whether this process runs as root. */
export const isRoot = process.getuid?.() === 0;

/** The arguments of every Chromium. As root, Chromium only starts without its sandbox. */
const ARGS = ['--disable-gpu', '--disable-background-networking', ...(isRoot ? ['--no-sandbox'] : [])];

/** @param env environment variables for the fonts */
export const launchOf = (
  executablePath: string,
  env: Readonly<Record<string, string>> = systemFonts(),
): ChromiumLaunch => ({
  executablePath,
  args: ARGS,
  env,
});
