import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { TEXTS } from '#lab/service/texts.ts';
import { SEED_PASSWORD } from '#server/seed/accounts.ts';
import { startSite } from '#tests/support/e2e/site.ts';
import { writerOf } from '#tests/support/e2e/texts.ts';
import { programOf } from '#tools/programs/find.ts';

const SOON = { timeout: 30_000, interval: 50 };

const text = writerOf('en');

/** w3m at a terminal; each typed input forgets the former output. */
function startW3m(address: string) {
  const folder = mkdtempSync(join(tmpdir(), 'munjigi-w3m-'));
  const w3m = programOf('w3m', ['w3m']);
  // It shows pages only at a terminal.
  const terminal = spawn(
    programOf('script', ['bsdutils']),
    ['-qfec', `stty rows 50 cols 120; '${w3m}' '${address}'`, '/dev/null'],
    { env: { PATH: process.env['PATH'], TERM: 'xterm', LANG: 'C.UTF-8', HOME: folder } },
  );
  let written = '';
  terminal.stdout.on('data', (chunk: Buffer) => {
    written += chunk.toString();
  });
  onTestFinished(() => {
    terminal.kill();
    rmSync(folder, { recursive: true });
  });
  return {
    async reads(words: string): Promise<void> {
      await expect.poll(() => stripVTControlCharacters(written), SOON).toContain(words);
    },
    type(keys: string): void {
      written = '';
      terminal.stdin.write(keys);
    },
  };
}

/** The keys that go to the next line with this text. */
const goTo = (words: string): string => `/${words}\r`;
const NEXT_FIELD = '\t';
const EDIT = 'TEXT:';

test('a person signs in at an OpenID service with w3m', { timeout: 120_000 }, async () => {
  const site = await startSite({});
  onTestFinished(() => site.close());
  const { type, reads } = startW3m(`${site.lab}/service/login`);
  const viewing = (title: string) => reads(`Viewing <${title}`);

  await viewing('Auth Portal>');
  type(`${goTo(`^${text('identity.label')}$`)}${NEXT_FIELD}\r`);
  await reads(EDIT);
  type('kim\r');
  await reads('Viewing');
  type(`${goTo(text('action.next'))}\r`);
  await viewing(text('title.password'));
  type(`${goTo(`^${text('password.label')}$`)}${NEXT_FIELD}\r`);
  await reads('Password:');
  type(`${SEED_PASSWORD}\r`);
  await reads('Viewing');
  type(`${goTo(text('action.login'))}\r`);
  await viewing('Returning to the service');
  type(`${goTo('Continue')}\r`);
  await reads(TEXTS.signOut.en);
});
