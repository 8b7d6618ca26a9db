import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { isRoot } from '#tools/chromium/launch.ts';

/** The headless shell comes first, since it takes half the processor time. */
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];

const CANDIDATES: Partial<Record<NodeJS.Platform, () => string[]>> = {
  linux: () => {
    const folders = (process.env['PATH'] ?? '').split(':');
    return NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
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

/** The Chromium and Chrome programs of this machine. */
export const installedChromiums = (): string[] => (CANDIDATES[process.platform]?.() ?? []).filter(existsSync);

/**
 * Installs the distribution's Chromium with a Korean font, but only on a disposable build machine (`CI` and root),
 * never on a developer's computer.
 */
export const aptChromiums = (): string[] => {
  if (!process.env['CI'] || !isRoot || !existsSync('/usr/bin/apt-get')) return [];
  const apt = (...args: string[]) =>
    execFileSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'] });
  apt('update');
  apt('install', '--yes', '--no-install-recommends', 'chromium-headless-shell', 'fonts-noto-cjk');
  return installedChromiums();
};
