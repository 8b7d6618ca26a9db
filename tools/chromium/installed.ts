import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { isRoot } from '#tools/chromium/launch.ts';

/** Program names on Linux. The headless shell comes first, since it takes half the processor time. */
const PROGRAM_NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];

/** By operating system: returns the paths at which a Chromium or Chrome may be installed. */
const CANDIDATE_PATHS: Partial<Record<NodeJS.Platform, () => string[]>> = {
  linux: () => {
    const folders = (process.env['PATH'] ?? '').split(':');
    return PROGRAM_NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  },
  darwin: () =>
    ['/Applications', join(homedir(), 'Applications')].flatMap((folder) => [
      join(folder, 'Google Chrome.app/Contents/MacOS/Google Chrome'),
      join(folder, 'Chromium.app/Contents/MacOS/Chromium'),
    ]),
  win32: () =>
    ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA']
      .flatMap((name) => process.env[name] ?? [])
      .flatMap((folder) => [
        join(folder, 'Google/Chrome/Application/chrome.exe'),
        join(folder, 'Chromium/Application/chrome.exe'),
      ]),
};

/** The paths of the installed Chromium and Chrome programs. */
export const installedChromiums = (): string[] =>
  (CANDIDATE_PATHS[process.platform]?.() ?? []).filter(existsSync);

/**
 * Installs the Chromium of the Linux distribution and a Korean font, and returns the installed programs. Does nothing
 * and returns an empty list except on a disposable build machine: as root, with the environment variable `CI`.
 */
export const installWithApt = (): string[] => {
  if (!process.env['CI'] || !isRoot || !existsSync('/usr/bin/apt-get')) return [];
  const apt = (...args: string[]) =>
    execFileSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'] });
  apt('update');
  apt('install', '--yes', '--no-install-recommends', 'chromium-headless-shell', 'fonts-noto-cjk');
  return installedChromiums();
};
