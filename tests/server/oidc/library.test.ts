import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';

/** Runs a script in a new process; returns what it prints. */
const run = (script: string): string =>
  execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });

/** Records the warnings of a script instead of writing them. */
const CAPTURE = 'const lines = []; console.warn = (...values) => lines.push(String(values[0]));';
const PRINT = 'console.log(JSON.stringify(lines));';

describe('the notice about the runtime', () => {
  it('is written by the library on this runtime', () => {
    expect(run(`${CAPTURE} await import('oidc-provider'); ${PRINT}`)).toContain('Unsupported runtime');
  });

  it('is the only line that is suppressed, and only while the library loads', () => {
    const script = `${CAPTURE}
      const { loadLibrary } = await import('#server/protocols/oidc/library.ts');
      const loading = loadLibrary();
      console.warn('oidc-provider WARNING: another one');
      await loading;
      console.warn('oidc-provider WARNING: Unsupported runtime. Use Node.js v22.x LTS, or a later LTS release.');
      ${PRINT}`;
    expect(JSON.parse(run(script))).toEqual([
      'oidc-provider WARNING: another one',
      expect.stringContaining('Unsupported runtime'),
    ]);
  });
});
