import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { TEXTS } from '#lab/service/texts.ts';
import { SEED_PASSWORD } from '#server/seed/accounts.ts';
import { startSite } from '#tests/support/e2e/site.ts';
import { textIn } from '#tests/support/e2e/texts.ts';
import { requireProgram } from '#tools/programs/find.ts';

const POLL_OPTIONS = { timeout: 30_000, interval: 50 };

const text = textIn('en');

/** Starts w3m in a terminal; each input clears the former output. */
function startW3m(address: string) {
  const folder = mkdtempSync(join(tmpdir(), 'munjigi-w3m-'));
  const w3m = requireProgram('w3m', ['w3m']);
  // w3m shows pages only in a terminal.
  const terminal = spawn(
    requireProgram('script', ['bsdutils']),
    ['-qfec', `stty rows 50 cols 120; '${w3m}' '${address}'`, '/dev/null'],
    { env: { PATH: process.env['PATH'], TERM: 'xterm', LANG: 'C.UTF-8', HOME: folder } },
  );
  let output = '';
  terminal.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  onTestFinished(() => {
    terminal.kill();
    rmSync(folder, { recursive: true });
  });
  return {
    async waitForText(expectedText: string): Promise<void> {
      await expect.poll(() => stripVTControlCharacters(output), POLL_OPTIONS).toContain(expectedText);
    },
    type(keys: string): void {
      output = '';
      terminal.stdin.write(keys);
    },
  };
}

/** The keys that move to the next line with this text. */
const keysToLine = (lineText: string): string => `/${lineText}\r`;
const NEXT_FIELD = '\t';
const EDIT_PROMPT = 'TEXT:';

test('a person signs in at an OpenID service with w3m', { timeout: 120_000 }, async () => {
  const site = await startSite({});
  onTestFinished(() => site.close());
  const { type, waitForText } = startW3m(`${site.lab}/service/login`);
  const waitForPage = (title: string) => waitForText(`Viewing <${title}`);

  await waitForPage('Auth Portal>');
  type(`${keysToLine(`^${text('identity.label')}$`)}${NEXT_FIELD}\r`);
  await waitForText(EDIT_PROMPT);
  type('kim\r');
  await waitForText('Viewing');
  type(`${keysToLine(text('action.next'))}\r`);
  await waitForPage(text('title.password'));
  type(`${keysToLine(`^${text('password.label')}$`)}${NEXT_FIELD}\r`);
  await waitForText('Password:');
  type(`${SEED_PASSWORD}\r`);
  await waitForText('Viewing');
  type(`${keysToLine(text('action.login'))}\r`);
  await waitForPage('Returning to the service');
  type(`${keysToLine('Continue')}\r`);
  await waitForText(TEXTS.signOut.en);
});
