import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { aptChromiums, installedChromiums } from '#tools/chromium/installed.ts';
import { type ChromiumLaunch, launchOf } from '#tools/chromium/launch.ts';
import { cachedChromium, unpackChromium } from '#tools/chromium/packaged.ts';

/** No working Chromium was found; the message lists the attempts and remedies. */
class NoChromiumError extends Error {
  override readonly name = 'NoChromiumError';

  constructor(attempts: readonly string[]) {
    super(
      [
        'The browser tests need a Chromium, and no working one was found. Tried:',
        ...attempts.map((line) => `  - ${line}`),
        'Do one of these:',
        '  - set CHROME_PATH to the program of a Chromium',
        '  - install Chromium or Google Chrome, and on Linux x64 run the tests with --browser=installed',
        '  - npx playwright install chromium',
      ].join('\n'),
    );
  }
}

type Source = {
  readonly name: string;
  readonly find: () => readonly ChromiumLaunch[] | Promise<readonly ChromiumLaunch[]>;
};

const INSTALLED_SOURCE: Source = {
  name: 'installed on this machine',
  find: () => installedChromiums().map((path) => launchOf(path)),
};

/** The pinned Chromium of the npm package comes first where it runs, so that results are the same on every machine. */
const SOURCES: readonly Source[] = [
  { name: "the project's cache", find: cachedChromium },
  { name: '@sparticuz/chromium', find: unpackChromium },
  INSTALLED_SOURCE,
  {
    name: "Playwright's download",
    find: () => [chromium.executablePath()].filter(existsSync).map((path) => launchOf(path)),
  },
  { name: 'apt-get (CI and root only)', find: () => aptChromiums().map((path) => launchOf(path)) },
];

/** The process environment with the additional variables of this Chromium. */
export const chromiumEnv = ({ env }: ChromiumLaunch): Record<string, string> => {
  const processEntries = Object.entries(process.env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return { ...Object.fromEntries(processEntries), ...env };
};

/**
 * Starts a Chromium and shows a text, because one without fonts crashes only then. Returns the error message, or null.
 */
const startFailureOf = async (launch: ChromiumLaunch): Promise<string | null> => {
  try {
    const browser = await chromium.launch({ ...launch, args: [...launch.args], env: chromiumEnv(launch) });
    try {
      const page = await browser.newPage();
      await page.setContent('<p>문지기</p>');
    } finally {
      await browser.close();
    }
    return null;
  } catch (error) {
    return error instanceof Error ? (error.message.split('\n')[0] ?? error.name) : String(error);
  }
};

const search = async (sources: readonly Source[]): Promise<ChromiumLaunch> => {
  const attempts: string[] = [];
  for (const { name, find } of sources) {
    const launches = await find();
    if (launches.length === 0) attempts.push(`${name}: none`);
    for (const launch of launches) {
      const failure = await startFailureOf(launch);
      if (failure === null) return launch;
      attempts.push(`${name}: ${launch.executablePath}: ${failure}`);
    }
  }
  throw new NoChromiumError(attempts);
};

const sourcesFor = (path: string | undefined, isInstalledOnly: boolean): readonly Source[] => {
  if (path) return [{ name: 'CHROME_PATH', find: () => [launchOf(path)] }];
  return isInstalledOnly ? [INSTALLED_SOURCE] : SOURCES;
};

/** Environment variable that passes the result of the search to child processes. */
const LAUNCH_VARIABLE = 'MUNJIGI_CHROMIUM';

/** The environment in which {@link findChromium} uses an installed browser, whatever was found before. */
export const INSTALLED_BROWSER: Readonly<Record<string, string>> = {
  MUNJIGI_BROWSER: 'installed',
  [LAUNCH_VARIABLE]: '',
};

/**
 * A Chromium that starts on this machine: on Linux x64 the one of the npm package, elsewhere an installed one. With
 * CHROME_PATH only that one is tried, and with the test command's `--browser=installed` only installed ones.
 *
 * @throws {NoChromiumError} when there is none
 */
export const findChromium = async (): Promise<ChromiumLaunch> => {
  const alreadyFound = process.env[LAUNCH_VARIABLE];
  if (alreadyFound) return JSON.parse(alreadyFound);
  const launch = await search(
    sourcesFor(process.env['CHROME_PATH'], process.env['MUNJIGI_BROWSER'] === 'installed'),
  );
  process.env[LAUNCH_VARIABLE] = JSON.stringify(launch);
  return launch;
};
