import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { installedChromiums, installWithApt } from '#tools/chromium/installed.ts';
import { type ChromiumLaunch, launchOf } from '#tools/chromium/launch.ts';
import { cachedChromium, unpackChromium } from '#tools/chromium/packaged.ts';

/** No working Chromium was found. The message lists what was tried, and what a developer can do. */
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

/** A place where a Chromium may be found. */
type ChromiumSource = {
  readonly name: string;
  readonly find: () => readonly ChromiumLaunch[] | Promise<readonly ChromiumLaunch[]>;
};

const INSTALLED_SOURCE: ChromiumSource = {
  name: 'installed on this machine',
  find: () => installedChromiums().map((path) => launchOf(path)),
};

/**
 * All sources, in the order of the search. The Chromium of the npm package comes first, because its version is pinned,
 * so results are the same on every machine on which it runs.
 */
const SOURCES: readonly ChromiumSource[] = [
  { name: "the project's cache", find: cachedChromium },
  { name: '@sparticuz/chromium', find: unpackChromium },
  INSTALLED_SOURCE,
  {
    name: "Playwright's download",
    find: () => [chromium.executablePath()].filter(existsSync).map((path) => launchOf(path)),
  },
  { name: 'apt-get (CI and root only)', find: () => installWithApt().map((path) => launchOf(path)) },
];

/** The environment for a Chromium: the variables of this process, and the variables that the Chromium needs. */
export const chromiumEnv = ({ env }: ChromiumLaunch): Record<string, string> => {
  const processEntries = Object.entries(process.env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return { ...Object.fromEntries(processEntries), ...env };
};

/**
 * Starts a Chromium and shows a text, because a Chromium without fonts crashes only when it shows one.
 * @returns the error message; null if the Chromium works
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

const search = async (sources: readonly ChromiumSource[]): Promise<ChromiumLaunch> => {
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

/** @param path the program in CHROME_PATH, which is then the only source */
const sourcesFor = (path: string | undefined, isInstalledOnly: boolean): readonly ChromiumSource[] => {
  if (path) return [{ name: 'CHROME_PATH', find: () => [launchOf(path)] }];
  return isInstalledOnly ? [INSTALLED_SOURCE] : SOURCES;
};

/** Environment variable with the result of the search, so that child processes do not search again. */
const LAUNCH_VARIABLE = 'MUNJIGI_CHROMIUM';

/** Environment variables with which {@link findChromium} searches again, and only for an installed browser. */
export const INSTALLED_BROWSER: Readonly<Record<string, string>> = {
  MUNJIGI_BROWSER: 'installed',
  [LAUNCH_VARIABLE]: '',
};

/**
 * Finds a Chromium that works on this machine: on Linux x64 the Chromium of the npm package, elsewhere an installed
 * Chromium. With the environment variable CHROME_PATH, only the program at this path is tried; with
 * `npm test -- --browser=installed`, only installed programs are tried.
 *
 * @throws {NoChromiumError} when no Chromium works
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
