import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { freePort } from '#tools/free-port.ts';
import { requireProgram } from '#tools/programs/find.ts';
import { type Driver, driverOf, POLL_MS, type Send } from './driver.ts';
import type { BrowserSettings } from './settings.ts';

/** An answer of Firefox to a command. */
type Reply = [type: 1, id: number, error: { readonly message: string } | null, result: unknown];

/** Parses complete `length:JSON` messages and removes these messages from the buffer. */
function* messagesIn(buffered: { bytes: Buffer }): Generator<unknown> {
  for (;;) {
    const colon = buffered.bytes.indexOf(':');
    const end = colon + 1 + Number(buffered.bytes.subarray(0, colon));
    if (colon < 0 || buffered.bytes.length < end) return;
    yield JSON.parse(buffered.bytes.subarray(colon + 1, end).toString());
    buffered.bytes = buffered.bytes.subarray(end);
  }
}

/** Sends WebDriver commands with Marionette, the protocol of Firefox that geckodriver uses. */
function createMarionetteSender(socket: Socket): Send {
  const pending = new Map<number, (reply: Reply) => void>();
  const buffered = { bytes: Buffer.alloc(0) };
  let lastId = 0;
  socket.on('data', (chunk: Buffer) => {
    buffered.bytes = Buffer.concat([buffered.bytes, chunk]);
    for (const message of messagesIn(buffered)) {
      // The first message is only a greeting.
      if (Array.isArray(message)) pending.get(message[1])?.(message as Reply);
    }
  });
  return async (command, parameters = {}) => {
    lastId += 1;
    const text = JSON.stringify([0, lastId, `WebDriver:${command}`, parameters]);
    const reply = new Promise<Reply>((resolve) => void pending.set(lastId, resolve));
    socket.write(`${Buffer.byteLength(text)}:${text}`);
    const [, id, error, result] = await reply;
    pending.delete(id);
    if (error) throw new Error(`Firefox, ${command}: ${error.message}`);
    return typeof result === 'object' && result !== null && 'value' in result ? result.value : result;
  };
}

const preferencesText = (port: number, { language, theme, hasPasskeys = true }: BrowserSettings): string =>
  Object.entries({
    'marionette.port': port,
    'intl.accept_languages': language,
    'ui.systemUsesDarkTheme': theme === 'dark' ? 1 : 0,
    'ui.prefersReducedMotion': 1,
    'security.webauth.webauthn': hasPasskeys,
    // The following settings stop Firefox's own requests.
    'app.update.disabledForTesting': true,
    'browser.startup.page': 0,
    'browser.aboutwelcome.enabled': false,
    'datareporting.policy.dataSubmissionEnabled': false,
    'network.captive-portal-service.enabled': false,
    'network.connectivity-service.enabled': false,
    'services.settings.server': 'data:,',
    'toolkit.telemetry.server': 'data:,',
  })
    .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`)
    .join('\n');

/** Connects to the browser as soon as the browser listens. */
async function connectTo(port: number): Promise<Socket> {
  for (;;) {
    const socket = connect(port, '127.0.0.1');
    try {
      await once(socket, 'connect');
      return socket;
    } catch {
      await setTimeout(POLL_MS);
    }
  }
}

/** Starts Firefox ESR without a window. */
export async function startFirefox(settings: BrowserSettings): Promise<Driver> {
  const program = requireProgram('firefox-esr', ['firefox-esr']);
  const profile = mkdtempSync(join(tmpdir(), 'munjigi-firefox-'));
  const port = await freePort();
  writeFileSync(join(profile, 'user.js'), preferencesText(port, settings));
  const args = ['--headless', '--marionette', '--no-remote', '--profile', profile];
  const firefox = spawn(program, args, { stdio: 'ignore', env: { ...process.env, HOME: profile } });
  const exit = once(firefox, 'exit');
  const socket = await connectTo(port);
  const send = createMarionetteSender(socket);
  await send('NewSession', { pageLoadStrategy: 'none' });
  return driverOf('Firefox ESR', send, async () => {
    socket.destroy();
    firefox.kill();
    await exit;
    rmSync(profile, { recursive: true, force: true });
  });
}
