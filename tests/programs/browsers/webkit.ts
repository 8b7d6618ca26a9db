import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import type { Language } from '#tests/support/e2e/texts.ts';
import { freePort } from '#tools/free-port.ts';
import { requireFile, requireProgram } from '#tools/programs/find.ts';
import { type Command, type Driver, driverOf, POLL_MS, type Send } from './driver.ts';
import type { BrowserSettings } from './settings.ts';

/** The method and the path of each command; the path follows the address of the session. */
const PATHS: Readonly<
  Record<Exclude<Command, 'NewSession'>, (id: string) => readonly [method: 'GET' | 'POST', path: string]>
> = {
  Navigate: () => ['POST', '/url'],
  GetCurrentURL: () => ['GET', '/url'],
  ExecuteScript: () => ['POST', '/execute/sync'],
  ElementClick: (id) => ['POST', `/element/${id}/click`],
  ElementSendKeys: (id) => ['POST', `/element/${id}/value`],
};

/** The timeout of a command, so that the error names a command without an answer. */
const TIMEOUT_MS = 30_000;

/** The timeout of a script, which a poll repeats: WebKit answers no script that arrives while the page changes the process. */
const SCRIPT_TIMEOUT_MS = 5_000;

async function request(url: string, method: string, body?: object, maxMs = TIMEOUT_MS): Promise<unknown> {
  const signal = AbortSignal.timeout(maxMs);
  const response = await fetch(url, { method, signal, ...(body && { body: JSON.stringify(body) }) }).catch(
    (cause: unknown) => {
      throw new Error(`WebKit, ${url}: ${cause}`, { cause });
    },
  );
  const { value } = (await response.json()) as { readonly value: unknown };
  if (!response.ok) throw new Error(`WebKit, ${url}: ${JSON.stringify(value)}`);
  return value;
}

const createHttpSender =
  (session: string): Send =>
  (command, { id, ...body } = {}) => {
    const [method, path] = command === 'NewSession' ? (['POST', ''] as const) : PATHS[command](String(id));
    const maxMs = command === 'ExecuteScript' ? SCRIPT_TIMEOUT_MS : TIMEOUT_MS;
    return request(`${session}${path}`, method, method === 'POST' ? body : undefined, maxMs);
  };

/** Resolves when the driver listens. */
async function waitUntilReady(url: string): Promise<void> {
  while (
    !(await request(`${url}/status`, 'GET').then(
      () => true,
      () => false,
    ))
  ) {
    await setTimeout(POLL_MS);
  }
}

const BROWSER = 'MiniBrowser';
const PACKAGES = ['webkit2gtk-driver', 'xvfb', 'locales'];

/** The path of the browser; Debian installs the browser next to the library, in a folder named after the version. */
function findMiniBrowser(): string {
  const [path] = globSync(`/usr/lib/*/webkit2gtk-4.*/${BROWSER}`).toSorted().reverse();
  return path ?? requireProgram(BROWSER, PACKAGES);
}

/** Starts a virtual display, whose program writes the number of the display. */
async function startDisplay(): Promise<{ readonly display: string; readonly process: ChildProcess }> {
  const started = spawn(requireProgram('Xvfb', PACKAGES), ['-displayfd', '3', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const [number] = await once(started.stdio[3] as Readable, 'data');
  return { display: `:${String(number).trim()}`, process: started };
}

async function endProgram(program: ChildProcess): Promise<void> {
  const exit = once(program, 'exit');
  program.kill();
  await exit;
}

const LOCALES: Readonly<Record<Language, string>> = { ko: 'ko_KR', en: 'en_US' };

/** Writes the locale of a language into a folder, so that the system need not have the locale. */
function writeLocale(folder: string, language: Language): string {
  const source = LOCALES[language];
  requireFile(`/usr/share/i18n/locales/${source}`, PACKAGES);
  const locale = `${source}.UTF-8`;
  execFileSync(requireProgram('localedef', PACKAGES), ['-i', source, '-f', 'UTF-8', join(folder, locale)]);
  return locale;
}

/** Starts WebKitGTK on a virtual display. */
export async function startWebKit({ language, theme }: BrowserSettings): Promise<Driver> {
  const program = requireProgram('WebKitWebDriver', PACKAGES);
  const home = mkdtempSync(join(tmpdir(), 'munjigi-webkit-'));
  const gtk = join(home, 'gtk-3.0');
  mkdirSync(gtk);
  const darkTheme = theme === 'dark' ? 1 : 0;
  writeFileSync(join(gtk, 'settings.ini'), `[Settings]\ngtk-application-prefer-dark-theme=${darkTheme}\n`);
  const { display, process: xvfb } = await startDisplay();
  const port = await freePort();
  const driver = spawn(program, [`--port=${port}`], {
    stdio: 'ignore',
    env: {
      PATH: process.env['PATH'],
      DISPLAY: display,
      HOME: home,
      XDG_CONFIG_HOME: home,
      LANG: writeLocale(home, language),
      LOCPATH: home,
      NO_AT_BRIDGE: '1',
      // Keys go directly to the page, not through the input method of Korean systems.
      GTK_IM_MODULE: 'gtk-im-context-simple',
      GTK_THEME: theme === 'dark' ? 'Adwaita:dark' : 'Adwaita',
      // There is no graphics card.
      WEBKIT_DISABLE_COMPOSITING_MODE: '1',
      WEBKIT_DISABLE_DMABUF_RENDERER: '1',
    },
  });
  const url = `http://127.0.0.1:${port}`;
  await waitUntilReady(url);
  const options = { binary: findMiniBrowser(), args: ['--automation'] };
  const { sessionId } = (await request(`${url}/session`, 'POST', {
    capabilities: { alwaysMatch: { pageLoadStrategy: 'none', 'webkitgtk:browserOptions': options } },
  })) as { readonly sessionId: string };
  const session = `${url}/session/${sessionId}`;
  return driverOf('WebKitGTK', createHttpSender(session), async () => {
    await request(session, 'DELETE');
    await endProgram(driver);
    await endProgram(xvfb);
    rmSync(home, { recursive: true, force: true });
  });
}
